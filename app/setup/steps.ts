/** What is left to do outside of our files: what to click in the developer console, and how a webhook is reached. */
import { CARD_ACTION } from '../../surfaces/feishu/action.ts'
import { MESSAGE_RECEIVED } from '../../surfaces/feishu/reply.ts'
import type { Locale } from '../../surfaces/form/locale.ts'
import { SCOPES } from '../scopes.ts'
import { consoleLinks } from './console-links.ts'
import { caddyExample, nginxExample, tunnelExample } from './outside.ts'

export interface StepsFor {
  readonly profile: string
  readonly domain: string
  readonly appId: string
  readonly transport: 'webhook' | 'long-connection'
  readonly webhook?: { readonly port: number; readonly path: string }
  readonly publicUrl?: string
  /** Whether somebody may answer already. */
  readonly hasOperator: boolean
}

const WORDS = {
  en: {
    title: 'In the developer console (a link that has moved: the same names stand in the app\'s menu):',
    bot: 'Add the "Bot" capability:',
    scopes: 'Under "Permissions & Scopes" allow these:',
    start: (line: string) => `Start dsh now, and leave it running: the console looks for it in the next step.\n     ${line}`,
    longConnection: 'Under "Events & Callbacks" choose "long connection" both for events and for callbacks:',
    encryption: 'Under "Events & Callbacks > Encryption Strategy" set an Encrypt Key; it and the Verification Token are the ones that you gave here:',
    requestUrl: (url: string) => `Under "Events & Callbacks" give this Request URL both for events and for callbacks: ${url}`,
    subscribe: `There, subscribe the event ${MESSAGE_RECEIVED} and the callback ${CARD_ACTION}. The old "message card request URL" stays empty.`,
    publish: 'Create a version, with yourself in its availability, and publish it: nothing of the above counts before:',
    pair: 'Type /pair at the terminal of dsh, and send the code that it shows to the bot in a private chat: then you may answer.',
    doctor: (line: string) => `See whether everything works: ${line}`,
    outside: (port: number, path: string) => `How the platform reaches the webhook. It listens on 127.0.0.1:${port}; let exactly the path ${path} through, over https, and nothing else of this machine: not the whole port, no other path, and never 0.0.0.0.`,
    caddy: 'Caddy on this machine (Caddyfile); it fetches its certificate by itself:',
    nginx: 'or nginx on this machine, inside the "server" that has your certificate:',
    trust: 'Behind a proxy on this machine add trustProxy: [loopback] under "webhook" in cordis.patch.yml, so that senders are told apart.',
    tunnel: 'or no address of your own, through a tunnel (cloudflared, config.yml; start it with "cloudflared tunnel run ask"). A quick tunnel (--url) lets the whole port through; this lets one path:',
    yourHost: 'your-host.example.com',
  },
  zh: {
    title: '在开发者后台（若链接已变动，应用菜单中有同名项目）：',
    bot: '添加“机器人”能力：',
    scopes: '在“权限管理”中开通：',
    start: (line: string) => `现在启动 dsh 并保持运行：下一步后台会连接它。\n     ${line}`,
    longConnection: '在“事件与回调”中，事件和回调的订阅方式都选“使用长连接接收”：',
    encryption: '在“事件与回调 > 加密策略”中设置 Encrypt Key；它和 Verification Token 就是刚才填写的：',
    requestUrl: (url: string) => `在“事件与回调”中，事件和回调的请求地址都填：${url}`,
    subscribe: `在那里添加事件 ${MESSAGE_RECEIVED} 和回调 ${CARD_ACTION}。旧版“消息卡片请求网址”留空。`,
    publish: '创建版本，可用范围包含你自己，并发布；在此之前以上都不生效：',
    pair: '在 dsh 的终端输入 /pair，把显示的配对码私聊发给机器人，之后你即可回答。',
    doctor: (line: string) => `检查一切是否正常：${line}`,
    outside: (port: number, path: string) => `平台如何访问 webhook：它监听 127.0.0.1:${port}；只通过 https 放行路径 ${path}，本机其他一切都不要暴露：不要放行整个端口或其他路径，也绝不要监听 0.0.0.0。`,
    caddy: '本机的 Caddy（Caddyfile），证书由它自动获取：',
    nginx: '或本机的 nginx，写在持有证书的 server 中：',
    trust: '经过本机代理时，请在 cordis.patch.yml 的 webhook 下加 trustProxy: [loopback]，以便区分来源。',
    tunnel: '或没有自己的地址时使用隧道（cloudflared 的 config.yml，用 cloudflared tunnel run ask 启动）。快速隧道（--url）会放行整个端口，以下只放行一个路径：',
    yourHost: 'your-host.example.com',
  },
}

/** Lines to print; no secret is among what they are made of. */
export function stepsText({ profile, domain, appId, transport, webhook, publicUrl, hasOperator }: StepsFor, locale: Locale): string {
  const words = WORDS[locale]
  const links = consoleLinks(domain, appId)
  const host = publicUrl === undefined ? words.yourHost : new URL(publicUrl).host
  const steps = [
    `${words.bot} ${links.bot}`,
    [words.scopes, ...SCOPES.map((scope) => `     ${scope}`), `     ${links.scopes}`].join('\n'),
    ...(transport === 'webhook' ? [`${words.encryption} ${links.events}`] : []),
    words.start(`dsh --profile ${quoted(profile)}`),
    transport === 'webhook' ? words.requestUrl(`${publicUrl ?? `https://${words.yourHost}`}${webhook?.path ?? ''}`) : `${words.longConnection} ${links.events}`,
    words.subscribe,
    `${words.publish} ${links.versions}`,
    ...(hasOperator ? [] : [words.pair]),
    words.doctor(`npx dsh-ask-anywhere doctor --profile ${quoted(profile)}`),
  ]
  const outside = webhook === undefined ? [] : [
    words.outside(webhook.port, webhook.path),
    `${words.caddy}\n\n${indented(caddyExample(host, webhook))}`,
    `${words.nginx}\n\n${indented(nginxExample(webhook))}`,
    words.trust,
    `${words.tunnel}\n\n${indented(tunnelExample(host, webhook))}`,
  ]
  return [`${words.title}\n\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}`, ...outside].join('\n\n')
}

/** As one word of a shell. */
export function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ')
}
