import { describe, expect, it } from 'vitest'
import fc from '../../../helpers/properties.ts'
import { METHOD, parseFrame, renderFrame, type Frame } from '../../../../app/demo/simulator/frame.ts'

const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const text = fc.string({ unit: 'grapheme' })
const frame: fc.Arbitrary<Frame> = fc.record({
  seqId: uint64, logId: uint64, service: int32, method: int32,
  headers: fc.dictionary(text, text, { noNullPrototype: true }),
  payloadEncoding: text, payloadType: text, payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)), logIdNew: text,
}, { requiredKeys: ['seqId', 'logId', 'service', 'method', 'headers'] })

describe('a frame', () => {
  it('has the bytes that the format prescribes', () => {
    const ping: Frame = { seqId: 0n, logId: 300n, service: 7, method: METHOD.data, headers: { type: 'ping' }, payload: Buffer.from('{}') }
    const bytes = '08 00 | 10 ac 02 | 18 07 | 20 01 | 2a 0c 0a 04 74797065 12 04 70696e67 | 42 02 7b7d'
    expect(renderFrame(ping).toString('hex')).toBe(bytes.replaceAll(/[ |]/gu, ''))
  })

  it('survives its bytes', () => {
    fc.assert(fc.property(frame, (one) => {
      expect(parseFrame(renderFrame(one))).toEqual(one)
    }), { verbose: true })
  })

  it('may carry fields of every wire type that nobody knows', () => {
    const known: Frame = { seqId: 1n, logId: 2n, service: 3, method: 4, headers: {} }
    const unknown = Buffer.from('78 01 | 79 0102030405060708 | 7a 02 1234 | 7d 01020304'.replaceAll(/[ |]/gu, ''), 'hex')
    expect(parseFrame(Buffer.concat([unknown, renderFrame(known), unknown]))).toEqual(known)
  })

  it.each([
    ['empty', ''],
    ['cut inside a number', '0880'],
    ['cut inside its payload', '08001000180020004205aa'],
    ['without its method', '080010001800'],
    ['with a number that never ends', `08${'ff'.repeat(11)}`],
    ['with a group', '0b'],
    ['with a length beyond all memory', '42ffffffffffffffffff01'],
  ])('is refused when it is %s', (_what, hex) => {
    expect(() => parseFrame(Buffer.from(hex, 'hex'))).toThrow(RangeError)
  })

  it('is read or refused, whatever the bytes: nothing else is ever thrown', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      try {
        parseFrame(Buffer.from(bytes))
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }), { numRuns: 500, verbose: true })
  })
})
