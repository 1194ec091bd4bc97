import { describe, expect, it } from 'vitest'
import { ownerFile } from '../../../surfaces/feishu/owner.ts'

describe('the lock of a bot', () => {
  const bot = { appId: 'cli_0123456789abcdef', domain: 'https://open.feishu.cn' }

  it('is another one for another bot, and for the same id on another platform', () => {
    const files = [bot, { ...bot, appId: 'cli_fedcba9876543210' }, { ...bot, domain: 'http://127.0.0.1:9000' }].map((each) => ownerFile('/home', each))
    expect(new Set(files).size).toBe(3)
    expect(ownerFile('/home', { ...bot })).toBe(files[0])
    expect(files[0]).toMatch(/^\/home\/feishu-[0-9a-f]{16}\.lock$/u)
  })
})
