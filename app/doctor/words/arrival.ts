/** Findings about how clicks come in. */
import type { Entries } from './entry.ts'

export const ARRIVAL = {
  'webhook.self-test': { level: 'ok', en: ['The webhook {address} can listen, and takes a signed challenge and a signed event.'], zh: ['Webhook {address} 可监听，并接受签名的校验请求与事件。'] },
  'webhook.running': { level: 'ok', en: ['The running webhook {address} takes a signed challenge and a signed event.'], zh: ['正在运行的 Webhook {address} 接受签名的校验请求与事件。'] },
  'webhook.self-test-failed': {
    level: 'fault',
    en: ['The webhook {address} does not take its own signed event ({why}).', 'Something on this machine stands in between, e.g. a packet filter.', 'Look what else handles connections to {address}.'],
    zh: ['Webhook {address} 不接受自身签名的事件（{why}）。', '本机有其他东西介入，例如防火墙。', '请检查还有什么在处理到 {address} 的连接。'],
  },
  'webhook.keys-differ': {
    level: 'fault',
    en: ['A webhook runs at {address}, but refuses events that are signed with these keys.', 'It was started with another Encrypt Key, Verification Token, app or path.', 'Start dsh again with the secrets that this command sees.'],
    zh: ['{address} 上有 Webhook 在运行，但拒绝用这些密钥签名的事件。', '它启动时使用了不同的 Encrypt Key、Verification Token、应用或路径。', '请用本命令所见的密钥重新启动 dsh。'],
  },
  'webhook.port-taken': {
    level: 'fault',
    en: ['Another program listens on {host}:{port}.', 'The webhook cannot start there, and Feishu stays out.', 'End that program, or set another "webhook.port".'],
    zh: ['另一程序占用了 {host}:{port}。', 'Webhook 无法启动，飞书不会启用。', '请结束该程序，或设置其他 "webhook.port"。'],
  },
  'webhook.no-listen': {
    level: 'fault',
    en: ['The webhook cannot listen on {host}:{port} ({why}).', 'Feishu stays out.', 'Give "webhook.host" an address of this machine, and a port above 1023.'],
    zh: ['Webhook 无法监听 {host}:{port}（{why}）。', '飞书不会启用。', '请把 "webhook.host" 设为本机地址，并使用大于 1023 的端口。'],
  },
  'webhook.port-random': {
    level: 'warning',
    en: ['"webhook.port" is 0: each start picks another port.', 'No proxy can be pointed at it.', 'Set a port.'],
    zh: ['"webhook.port" 为 0：每次启动端口都不同。', '反向代理无法指向它。', '请设置固定端口。'],
  },
  'webhook.open-wide': {
    level: 'warning',
    en: ['The webhook listens on {host}, so everybody in the network reaches it.', 'Unsigned requests are refused, but a proxy that passes one path and ends TLS belongs in front.', 'Set "webhook.host: 127.0.0.1" and point a proxy at it.'],
    zh: ['Webhook 监听 {host}，网络中任何人都能访问。', '未签名的请求会被拒绝，但前面应有只放行一个路径并终结 TLS 的代理。', '请设置 "webhook.host: 127.0.0.1" 并让代理指向它。'],
  },
  'webhook.public': { level: 'ok', en: ['{url} leads to the webhook: a signed challenge came back in {ms} ms.'], zh: ['{url} 通向 Webhook：签名校验在 {ms} 毫秒内返回。'] },
  'webhook.public-unknown': {
    level: 'note',
    en: ['The webhook\'s public address is not known here.', 'The platform must reach it from outside; that was not tried.', 'Run the doctor with --public URL, the request URL that the platform was given.'],
    zh: ['此处不知道 Webhook 的公网地址。', '平台必须能从外部访问它；此项未测试。', '请用 --public URL 运行诊断，URL 为在平台填写的请求地址。'],
  },
  'webhook.public-silent': {
    level: 'fault',
    en: ['{url} does not answer ({why}).', 'The platform cannot deliver clicks there.', 'Start the tunnel or proxy, and see that the name leads to it.'],
    zh: ['{url} 没有应答（{why}）。', '平台无法把点击送到那里。', '请启动隧道或代理，并确认域名指向它。'],
  },
  'webhook.public-refused': {
    level: 'fault',
    en: ['{url} reaches a webhook that refuses these keys.', 'It leads to another path or another process, or what stands in front changes the body.', 'Point it at {address} and pass path and body as they are.'],
    zh: ['{url} 到达的 Webhook 拒绝这些密钥。', '它指向别的路径或进程，或前面的代理改动了正文。', '请让它指向 {address}，并原样传递路径与正文。'],
  },
  'webhook.public-foreign': {
    level: 'fault',
    en: ['{url} is answered by something else (HTTP {status}).', 'A proxy\'s own page, a redirect or another site is no webhook.', 'Point it at {address}, without a redirect or a sign-in.'],
    zh: ['{url} 由别的程序应答（HTTP {status}）。', '代理自身页面、重定向或其他网站都不是 Webhook。', '请让它指向 {address}，不要重定向或要求登录。'],
  },
  'webhook.public-slow': {
    level: 'warning',
    en: ['{url} gave the challenge back after {ms} ms.', 'The platform waits 1 s for it, and 3 s for a click.', 'Take a tunnel or proxy that is nearer.'],
    zh: ['{url} 在 {ms} 毫秒后才返回校验。', '平台对校验只等 1 秒，对点击等 3 秒。', '请使用更近的隧道或代理。'],
  },
  'webhook.public-plain': {
    level: 'warning',
    en: ['{url} is not https.', 'Clicks are encrypted, but anybody on the way sees that they come, and could hold them back.', 'End TLS at the proxy and give the platform the https address.'],
    zh: ['{url} 不是 https。', '点击虽已加密，但途中的人能看到并拦截它们。', '请在代理处启用 TLS，并在平台填写 https 地址。'],
  },
  'link.ok': { level: 'ok', en: ['The long connection opens and answers pings.'], zh: ['长连接可建立并响应心跳。'] },
  'link.owned': { level: 'note', en: ['The long connection was not tried: process {pid} holds one.', 'With two, each click would go to either of them.'], zh: ['未测试长连接：进程 {pid} 正占用。', '若有两条，每次点击会随机到达其中之一。'] },
  'link.refused': {
    level: 'fault',
    en: ['The platform refuses the long connection (code {code}).', '{why}.', 'Choose "Long connection" under "Events & Callbacks" of the app {app}, and check App ID and App Secret.'],
    zh: ['平台拒绝长连接（错误码 {code}）。', '{why}。', '请在应用 {app} 的“事件与回调”中选择“长连接”，并核对 App ID 与 App Secret。'],
  },
  'link.not-open': {
    level: 'fault',
    en: ['The long connection did not open within {seconds} s.', 'The network may let plain calls out but no websocket, or the app has too many connections.', 'Let wss connections to {domain} out, or use "transport: webhook".'],
    zh: ['长连接在 {seconds} 秒内未建立。', '网络可能放行普通调用而不放行 WebSocket，或应用的连接过多。', '请放行到 {domain} 的 wss 连接，或改用 "transport: webhook"。'],
  },
  'link.deaf': {
    level: 'fault',
    en: ['The long connection opened, but no ping was answered.', 'Something on the way holds websockets open and passes nothing on.', 'Take proxies and filters out of the way to {domain}.'],
    zh: ['长连接已建立，但心跳没有响应。', '途中有设备保持 WebSocket 却不传数据。', '请去掉到 {domain} 途中的代理与过滤设备。'],
  },
} as const satisfies Entries
