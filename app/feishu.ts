/** The Feishu row: reads its config, fetches its secrets from the host, and mounts the surface once both are complete. */
import type { Context } from '@deepseek-ai/cordis'
import { createRowConfig } from '../config/row.ts'
import { feishuSchema, type FeishuRow } from '../config/schema.ts'
import { labelOf } from '../router/errors.ts'
import { standAlone } from '../router/host/stand-alone.ts'
import { localeOf } from '../surfaces/form/locale.ts'
import { linkLine } from './failures.ts'
import { announce } from './notices.ts'
import { textOf } from './session/fields.ts'

const row = createRowConfig('ask-feishu', feishuSchema)

export const name = 'ask-feishu'
export const { Config } = row

declare module '@deepseek-ai/cordis' {
  interface Events {
    /** The host's: a secret was changed; hosts without credentials never send it. */
    'credentials/updated'(ref: string): void
  }
}

/** What is used of the host's credentials. */
interface Credentials {
  resolve(ref: string): Promise<{ readonly value: string } | undefined>
}

export function apply(ctx: Context, given: unknown): void {
  const { config, fault } = row.read(given)
  if (fault !== undefined) announce(ctx, fault)
  if (config.appId === '') {
    ctx.logger(name).info('off: set "appId" in the row ask-feishu, or disable the row')
    return
  }
  ctx.inject(['credentials'], (inner) => keepMounted(inner, config))
}

/** Mounts the surface, and anew whenever one of its secrets changes. One change at a time, in order. */
function keepMounted(ctx: Context, config: FeishuRow): void {
  const refs = [config.appSecretRef, config.encryptKeyRef, config.verificationTokenRef]
  let unmount: (() => Promise<void>) | undefined
  let isStopped = false
  const swap = async (): Promise<void> => {
    await unmount?.()
    unmount = isStopped ? undefined : await mount(ctx, config)
  }
  let change = Promise.resolve()
  const renew = (): Promise<void> => {
    change = change.then(swap).catch((error: unknown) => {
      announce(ctx, `ask-feishu: the surface could not be mounted (${labelOf(error)})`)
    })
    return change
  }
  ctx.effect(() => () => {
    isStopped = true
    return renew()
  }, 'ask-feishu: unmount')
  ctx.on('credentials/updated', async (ref) => {
    if (refs.includes(ref)) await renew()
  })
  // Never rejects: a failure is announced.
  renew().catch(() => undefined)
}

/** What a live session is called; undefined while it has no title, and on hosts without titles. */
function titleOf(ctx: Context, id: string): string | undefined {
  const titles: { get(session: unknown): unknown } | undefined = ctx.get('sessionTitle')
  const session = ctx.get('sessions')?.list().find((each) => each.id === id)
  return (session && textOf(titles?.get(session), 'title')) || undefined
}

/** A name as environments have them: words in capitals. Keys and tokens of the platform are not written like that. */
const NAME = /^[A-Z]+(?:_[A-Z0-9]+)+$/u

/** What a secret is called; anything but a name is not shown, since it may be the secret itself in the wrong place. */
function nameOf(field: string, ref: string): string {
  return NAME.test(ref) ? ref : `that "${field}Ref" names`
}

/** Undefined when a secret is missing, which is announced. */
async function mount(ctx: Context, config: FeishuRow): Promise<(() => Promise<void>) | undefined> {
  const { appSecretRef, encryptKeyRef, verificationTokenRef, ...rest } = config
  const locale = config.locale ?? localeOf(process.env)
  const wanted = { appSecret: appSecretRef, ...(config.transport === 'webhook' ? { encryptKey: encryptKeyRef, verificationToken: verificationTokenRef } : {}) }
  const credentials: Credentials = ctx.get('credentials')
  const secrets: Record<string, string> = {}
  for (const [field, ref] of Object.entries(wanted)) {
    const found = await credentials.resolve(ref)
    if (found === undefined) {
      announce(ctx, `ask-feishu: the secret ${nameOf(field, ref)} is not set; put it into the environment or into .credentials.yaml of the dsh home`)
      return undefined
    }
    secrets[field] = found.value
  }
  // Loaded only now: the vendor's SDK costs a third of a second, which nobody without Feishu shall pay.
  const { createFeishuPlugin } = await import('../surfaces/feishu/index.ts')
  const plugin = createFeishuPlugin({
    register: standAlone,
    titleOf: (session) => titleOf(ctx, session),
    onLink: (up) => announce(ctx, linkLine(up, locale)),
    onState: (state) => {
      if (state.kind === 'stayed-out') announce(ctx, `ask-feishu: ${state.reason}`)
    },
  })
  const fiber = ctx.plugin(plugin, { ...rest, ...secrets, locale })
  return () => fiber.dispose()
}
