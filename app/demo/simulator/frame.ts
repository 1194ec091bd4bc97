/**
 * Frames of the long connection as bytes: Protocol Buffers (proto2), read and written by hand. The field numbers are
 * the platform's: 1 SeqID · 2 LogID · 3 service · 4 method · 5 headers · 6 payload_encoding · 7 payload_type ·
 * 8 payload · 9 LogIDNew.
 */

/** `control` keeps the connection, `data` carries events. */
export const METHOD = { control: 0, data: 1 } as const

export interface Frame {
  readonly seqId: bigint
  readonly logId: bigint
  readonly service: number
  /** One of `METHOD`, or a number that nobody knows yet. */
  readonly method: number
  readonly headers: Readonly<Record<string, string>>
  readonly payloadEncoding?: string
  readonly payloadType?: string
  readonly payload?: Buffer
  readonly logIdNew?: string
}

/** How a field's value stands in the bytes. Groups are not known here. */
const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

/** Longest varint: ten groups of seven bits. */
const MAX_VARINT_BYTES = 10

function renderVarint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  return Buffer.from([...bytes, Number(rest)])
}

function renderNumber(field: number, value: bigint): Buffer {
  return Buffer.concat([renderVarint(BigInt(field << 3 | WIRE.varint)), renderVarint(value)])
}

function renderBytes(field: number, value: Buffer | string | undefined): Buffer {
  if (value === undefined) return Buffer.alloc(0)
  const bytes = Buffer.from(value)
  return Buffer.concat([renderVarint(BigInt(field << 3 | WIRE.bytes)), renderVarint(BigInt(bytes.length)), bytes])
}

/** The four numbers are required fields: they are written even when they are zero. */
export function renderFrame(frame: Frame): Buffer {
  const headers = Object.entries(frame.headers).map(([key, value]) => renderBytes(5, Buffer.concat([renderBytes(1, key), renderBytes(2, value)])))
  return Buffer.concat([
    renderNumber(1, frame.seqId),
    renderNumber(2, frame.logId),
    renderNumber(3, BigInt(frame.service)),
    renderNumber(4, BigInt(frame.method)),
    ...headers,
    renderBytes(6, frame.payloadEncoding),
    renderBytes(7, frame.payloadType),
    renderBytes(8, frame.payload),
    renderBytes(9, frame.logIdNew),
  ])
}

/** One field as it stands in the bytes. */
interface Field {
  readonly field: number
  readonly value: bigint | Buffer
}

/** Takes the fields apart. @throws {RangeError} when the bytes end too early or make no sense. */
function fieldsOf(bytes: Buffer): readonly Field[] {
  let at = 0
  const take = (length: number): Buffer => {
    if (length > bytes.length - at) throw new RangeError(`The frame ends at byte ${bytes.length}, inside a field`)
    at += length
    return bytes.subarray(at - length, at)
  }
  const takeVarint = (): bigint => {
    let value = 0n
    for (let index = 0; index < MAX_VARINT_BYTES; index += 1) {
      const byte = take(1)[0] ?? 0
      value |= BigInt(byte & 0x7f) << BigInt(7 * index)
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new RangeError(`A number is longer than ${MAX_VARINT_BYTES} bytes`)
  }
  const takeValue = (wire: number): bigint | Buffer => {
    switch (wire) {
      case WIRE.varint:
        return takeVarint()
      case WIRE.fixed64:
        return take(8)
      case WIRE.bytes:
        return take(Number(takeVarint()))
      case WIRE.fixed32:
        return take(4)
      default:
        throw new RangeError(`Wire type ${wire} is not known`)
    }
  }
  const fields: Field[] = []
  while (at < bytes.length) {
    const key = takeVarint()
    fields.push({ field: Number(key >> 3n), value: takeValue(Number(key & 7n)) })
  }
  return fields
}

/** The last value of a field counts, as the format wants it. */
function numberIn(fields: readonly Field[], field: number): bigint {
  const value = fields.findLast((one) => one.field === field)?.value
  if (typeof value !== 'bigint') throw new RangeError(`The required field ${field} is missing`)
  return value
}

function bytesIn(fields: readonly Field[], field: number): Buffer | undefined {
  const value = fields.findLast((one) => one.field === field)?.value
  return typeof value === 'bigint' ? undefined : value
}

function parseHeader({ value }: Field): readonly [string, string] {
  const parts = typeof value === 'bigint' ? [] : fieldsOf(value)
  return [String(bytesIn(parts, 1) ?? ''), String(bytesIn(parts, 2) ?? '')]
}

/** Fields that nobody knows are passed over. @throws {RangeError} for anything but a frame. */
export function parseFrame(bytes: Buffer): Frame {
  const fields = fieldsOf(bytes)
  const [payloadEncoding, payloadType, payload, logIdNew] = [6, 7, 8, 9].map((field) => bytesIn(fields, field))
  return {
    seqId: numberIn(fields, 1),
    logId: numberIn(fields, 2),
    service: Number(BigInt.asIntN(32, numberIn(fields, 3))),
    method: Number(BigInt.asIntN(32, numberIn(fields, 4))),
    headers: Object.fromEntries(fields.filter(({ field }) => field === 5).map(parseHeader)),
    ...(payloadEncoding ? { payloadEncoding: String(payloadEncoding) } : {}),
    ...(payloadType ? { payloadType: String(payloadType) } : {}),
    ...(payload ? { payload } : {}),
    ...(logIdNew ? { logIdNew: String(logIdNew) } : {}),
  }
}
