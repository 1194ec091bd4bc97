import { describe, expect, it } from 'vitest'
import type { LinkListener } from '../../../surfaces/feishu/client.ts'
import { FeishuError } from '../../../surfaces/feishu/error.ts'
import { createInbox, type InboundEvent } from '../../../surfaces/feishu/inbox.ts'
import { createLongConnection, type LongConnection } from '../../../surfaces/feishu/long-connection.ts'
import { createScene, open, type Scene } from './scene.ts'
import { clickOf } from './sealed.ts'
import { KEYS } from './known.ts'

function create(): { link: LongConnection; platform: LinkListener; events: InboundEvent[]; ups: boolean[]; logs: string[]; order: string[]; tasks: (() => void)[] } {
  const events: InboundEvent[] = []
  const ups: boolean[] = []
  const logs: string[] = []
  const order: string[] = []
  const tasks: (() => void)[] = []
  let platform: LinkListener | undefined
  const link = createLongConnection({
    client: { openLink: (listener) => { platform = listener; return { close: () => order.push('closed') } } },
    appId: KEYS.appId,
    inbox: (event) => { events.push(event); return { bytes: Buffer.from('{}'), sent: () => order.push('sent') } },
    defer: (task) => tasks.push(task),
    onLink: (up) => ups.push(up),
    log: { info: (line) => logs.push(line), warn: (line) => logs.push(line) },
  })
  if (platform === undefined) throw new Error('no link was opened')
  return { link, platform, events, ups, logs, order, tasks }
}

/** Clicks of people on the cards of a real surface, as the vendor's dispatcher hands them over. */
async function createDesk(): Promise<{ scene: Scene; click: (change?: Parameters<typeof clickOf>[2], header?: object) => Promise<unknown> }> {
  const scene = createScene()
  open(scene)
  await scene.calls[0]?.succeed()
  let platform: LinkListener | undefined
  createLongConnection({
    client: { openLink: (listener) => { platform = listener; return { close: () => undefined } } },
    appId: KEYS.appId, inbox: createInbox(scene.surface), defer: (task) => task(), onLink: () => undefined, log: { info: () => undefined, warn: () => undefined },
  })
  let count = 0
  const click: Awaited<ReturnType<typeof createDesk>>['click'] = async (change = {}, header = {}) => {
    const { toast }: { toast?: { content?: string } } = await platform?.received({ schema: '2.0', event_type: 'card.action.trigger', event_id: `e${count++}`, app_id: KEYS.appId, ...(clickOf('submit', 'ask-1', { form: { q0: '0' }, ...change }) as object), ...header }) ?? {}
    return toast?.content
  }
  return { scene, click }
}

const CLICK = { schema: '2.0', event_id: 'e1', event_type: 'card.action.trigger', app_id: KEYS.appId, token: 'c-1', operator: { open_id: 'ou_1' }, action: {}, context: { open_message_id: 'om_1' } }

describe('what is refused on a webhook is refused on a long connection', () => {
  it.each([
    ['another app', {}, { app_id: 'cli_other' }, undefined],
    ['a stranger', { person: 'ou_eve' }, {}, 'You are not an operator here'],
    ['a copy of the card', { message: 'om_copy' }, {}, 'This is a copy of the card.'],
    ['a chat that the card was forwarded to', { chat: 'oc_other' }, {}, 'This is a copy of the card.'],
    ['nowhere', {}, { context: {} }, 'This is a copy of the card.'],
    ['a value that is not offered', { form: { q0: '7' } }, {}, 'This click could not be read.'],
  ])('a click from %s', async (_what, change, header, words) => {
    const { scene, click } = await createDesk()
    const said = await click(change, header)
    if (words === undefined) expect(said).toBeUndefined()
    else expect(said).toContain(words)
    expect(scene.steps.some(({ step }) => step === 'acted')).toBe(false)
  })

  it('a second effect of one event', async () => {
    const { scene, click } = await createDesk()
    expect(await click({}, { event_id: 'same' })).toBe('Your answer counts.')
    expect(await click({}, { event_id: 'same' })).toBe('Your answer counts.')
    expect(scene.steps.filter(({ step }) => step === 'acted')).toHaveLength(1)
    expect(await click()).toContain('Wang Fang answered on Feishu')
  })

  it('a click on an ask that is unknown here', async () => {
    const { click } = await createDesk()
    expect(await click({}, { action: { name: 'submit_ask-9' } })).toContain('This question is unknown here')
  })
})

describe('a long connection', () => {
  it('hands events on as the parsers know them, and acknowledges with the answer', async () => {
    const { platform, events, order, tasks } = create()
    expect(await platform.received(CLICK)).toEqual({})
    expect(events).toMatchObject([{ id: 'e1', type: 'card.action.trigger', payload: { event: { operator: { open_id: 'ou_1' } }, context: { open_message_id: 'om_1' } } }])
    expect(order).toEqual([])
    tasks[0]?.()
    expect(order).toEqual(['sent'])
  })

  it.each([[{ ...CLICK, app_id: 'cli_other' }, 'app'], [{ ...CLICK, event_id: '' }, 'json'], ['nonsense', 'json'], [undefined, 'json']])('acknowledges %j without an effect', async (event, reason) => {
    const { platform, events, logs } = create()
    expect(await platform.received(event)).toEqual({})
    expect(events).toEqual([])
    expect(logs).toEqual([`event refused: ${reason}`])
  })

  it('is up from its first opening, down when lost, and tells each change once', async () => {
    const { link, platform, ups } = create()
    expect(link.isUp()).toBe(false)
    platform.opened()
    expect(await link.started).toBeUndefined()
    platform.lost()
    platform.lost()
    expect(link.isUp()).toBe(false)
    platform.opened()
    expect([link.isUp(), ups]).toEqual([true, [true, false, true]])
  })

  it('says why it was refused for good', async () => {
    const { link, platform, ups } = create()
    const error = new FeishuError({ kind: 'final', code: 514, reason: 'x' })
    platform.refused(error)
    expect(await link.started).toBe(error)
    expect([link.isUp(), ups]).toEqual([false, []])
  })

  it('tells nothing any more once it is closed', () => {
    const { link, platform, ups, order } = create()
    platform.opened()
    link.close()
    platform.lost()
    platform.opened()
    expect([link.isUp(), ups, order]).toEqual([false, [true], ['closed']])
  })
})
