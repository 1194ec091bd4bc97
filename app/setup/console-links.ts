/**
 * Addresses in the developer console. Their shapes are seen in links that the platform itself prints, not promised by
 * its documentation: this is the one place to mend them. Whoever lands elsewhere finds the same names in its menu.
 */
import { SCOPES } from '../scopes.ts'

const ORIGINS: Readonly<Record<string, string>> = { feishu: 'https://open.feishu.cn', lark: 'https://open.larksuite.com' }

export interface ConsoleLinks {
  /** App ID, App Secret. */
  readonly credentials: string
  readonly bot: string
  /** With what we need already looked up. */
  readonly scopes: string
  /** Events, callbacks and their encryption. */
  readonly events: string
  readonly versions: string
}

/** Where apps are created. `domain` is feishu, lark or the URL of a platform. */
export function consoleHome(domain: string): string {
  return `${originOf(domain)}/app`
}

export function consoleLinks(domain: string, appId: string): ConsoleLinks {
  const app = `${consoleHome(domain)}/${appId}`
  return {
    credentials: `${app}/baseinfo`,
    bot: `${app}/bot`,
    scopes: `${app}/auth?q=${SCOPES.join(',')}&op_from=openapi&token_type=tenant`,
    events: `${app}/event`,
    versions: `${app}/version`,
  }
}

function originOf(domain: string): string {
  return ORIGINS[domain] ?? new URL(domain).origin
}
