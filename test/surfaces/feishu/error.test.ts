import { describe, expect, it } from 'vitest'
import { FeishuError, readCode } from '../../../surfaces/feishu/error.ts'

describe('a code of the platform', () => {
  it.each([
    [1, 'retry'], [1000040350, 'retry'], [99991663, 'token'], [99991677, 'token'], [99991400, 'rate'], [230020, 'rate'], [11232, 'rate'], [230099, 'refused-card'], [230025, 'refused-card'], [230028, 'refused-card'], [99991672, 'final'], [230013, 'final'], [230031, 'final'],
  ] as const)('%i means %s, with a reason of our own', (code, kind) => {
    expect(readCode(code)).toEqual([kind, expect.stringMatching(/^[a-z]/iu)])
  })

  it('that nobody knows is a no', () => {
    expect([readCode(0), readCode(7), readCode(-1)]).toEqual(Array.from({ length: 3 }, () => ['final', 'the platform said no']))
  })
})

describe('a failed call', () => {
  it('says what is known of it, and where to look it up', () => {
    expect(new FeishuError({ kind: 'final', code: 5, reason: 'no' }).message).toBe('no (final, code 5, HTTP -, log id -)')
    const error = new FeishuError({ kind: 'rate', code: 99991400, http: 429, logId: 'L1', retryAfter: 500, reason: 'too many calls' })
    expect(error.message).toBe('too many calls (rate, code 99991400, HTTP 429, log id L1)')
    expect(error).toMatchObject({ name: 'FeishuError', kind: 'rate', code: 99991400, http: 429, logId: 'L1', retryAfter: 500, reason: 'too many calls' })
  })
})
