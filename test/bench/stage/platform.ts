/** A client of the product's own, with the vendor's SDK, and a platform that it talks to. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createFeishuClient, type FeishuClient } from '../../../surfaces/feishu/client.ts'
import { KEYS } from './callback.ts'

export interface Platform {
  readonly client: FeishuClient
  close(): void
}

export async function createPlatform(): Promise<Platform> {
  const child = fork(fileURLToPath(new URL('platform-process.js', import.meta.url)), { execArgv: [] })
  const [port]: unknown[] = await once(child, 'message')
  const client = await createFeishuClient({ appId: KEYS.appId, appSecret: KEYS.appSecret, domain: `http://127.0.0.1:${String(port)}` }, {
    log: { info: () => {}, warn: (line) => { throw new Error(line) } },
  })
  return {
    client,
    close: () => {
      client.close()
      child.disconnect()
    },
  }
}
