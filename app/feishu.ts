/** The Feishu row: reads its config, fetches its secrets from the host, and mounts the surface once both are complete. */
import type { Context } from '@deepseek-ai/cordis'
import { createRowConfig } from '../config/row.ts'
import { feishuSchema, type FeishuRow } from '../config/schema.ts'
import { standAlone } from '../router/host/stand-alone.ts'
import { localeOf } from '../surfaces/terminal/config.ts'
import { announce } from './notices.ts'

const row = createRowConfig('ask-feishu', feishuSchema)

export const name = 'ask-feishu'
export const { Config } = row

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
  let unmount: () => Promise<void> = () => Promise.resolve()
  let change = Promise.resolve()
  let stopped = false
  const renew = (): void => {
    change = change.then(async () => {
      await unmount()
      unmount = stopped ? () => Promise.resolve() : await mount(ctx, config)
    }).catch((error: unknown) => {
      announce(ctx, `ask-feishu: the surface could not be mounted (${error instanceof Error ? error.name : typeof error})`)
    })
  }
  renew()
  ctx.effect(() => () => {
    stopped = true
    return change.then(() => unmount())
  }, 'ask-feishu: unmount')
  // The event is the host's; hosts without it simply never send it.
  ctx.on('credentials/updated' as never, ((ref: unknown) => {
    if (refs.includes(String(ref))) renew()
  }) as never)
}

async function mount(ctx: Context, config: FeishuRow): Promise<() => Promise<void>> {
  const { appSecretRef, encryptKeyRef, verificationTokenRef, locale, ...rest } = config
  const wanted = { appSecret: appSecretRef, ...(config.transport === 'webhook' ? { encryptKey: encryptKeyRef, verificationToken: verificationTokenRef } : {}) }
  const credentials: Credentials = ctx.get('credentials')
  const secrets: Record<string, string> = {}
  for (const [field, ref] of Object.entries(wanted)) {
    const found = await credentials.resolve(ref)
    if (found === undefined) {
      announce(ctx, `ask-feishu: the secret ${ref} is not set; put it into the environment or into .credentials.yaml of the dsh home`)
      return () => Promise.resolve()
    }
    secrets[field] = found.value
  }
  // Loaded only now: the vendor's SDK costs a third of a second, which nobody without Feishu shall pay.
  const { createFeishuPlugin } = await import('../surfaces/feishu/index.ts')
  const plugin = createFeishuPlugin({
    register: standAlone,
    onLink: (up) => announce(ctx, up ? 'ask-feishu: the long connection is up' : 'ask-feishu: the long connection is down; new questions are not sent to the phone'),
    onState: (state) => {
      if (state.kind === 'stayed-out') announce(ctx, `ask-feishu: ${state.reason}`)
    },
  })
  const fiber = ctx.plugin(plugin, { ...rest, ...secrets, locale: locale ?? localeOf(process.env) })
  return () => fiber.dispose()
}
