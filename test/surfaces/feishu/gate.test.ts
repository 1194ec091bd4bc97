import { describe, expect, it } from 'vitest'
import { Gate } from '../../../surfaces/feishu/gate.ts'
import { settle } from '../../helpers/rounds.ts'

describe('a gate', () => {
  it('is open as long as nobody holds it', async () => {
    await new Gate().opened()
  })

  it('opens when the last holder lets go, and a second call of a holder changes nothing', async () => {
    const gate = new Gate()
    const [first, second] = [gate.hold(), gate.hold()]
    let isOpen = false
    const opened = gate.opened().then(() => { isOpen = true; return isOpen })
    first()
    first()
    await settle()
    expect(isOpen).toBe(false)
    second()
    expect(await opened).toBe(true)
  })

  it('stays shut for a waiter when it is held again in the same tick', async () => {
    const gate = new Gate()
    const first = gate.hold()
    let isOpen = false
    const opened = gate.opened().then(() => { isOpen = true; return isOpen })
    first()
    const second = gate.hold()
    await settle()
    expect(isOpen).toBe(false)
    second()
    expect(await opened).toBe(true)
  })
})
