/** Findings of the test with a card on a real phone. */
import type { Entries } from './entry.ts'

export const LIVE = {
  'live.ok': { level: 'ok', en: ['The tap came {ms} ms after it was made.'], zh: ['点击在 {ms} 毫秒后到达。'] },
  'live.impossible': {
    level: 'fault',
    en: ['No test card was sent.', 'Something above has to work first.', 'Mend the faults above, then run it again with --live.'],
    zh: ['未发送测试卡片。', '需先解决上面的问题。', '请先修复上述问题，再用 --live 运行。'],
  },
  'live.owner': {
    level: 'fault',
    en: ['No test card was sent: process {pid} serves the bot.', 'The tap would go to that process, or to either of the two.', 'End dsh, then run it again with --live.'],
    zh: ['未发送测试卡片：进程 {pid} 正在使用该机器人。', '点击会到达那个进程，或随机到达其一。', '请先结束 dsh，再用 --live 运行。'],
  },
  'live.receiver': {
    level: 'fault',
    en: ['The test card does not reach the operator (code {code}).', 'The id belongs to another app or tenant, or the person is outside the app\'s availability.', 'Take the open_id that this app sees, e.g. by /pair, and widen the availability of the app {app}.'],
    zh: ['测试卡片无法送达操作者（错误码 {code}）。', '该 id 属于别的应用或企业，或此人不在应用可用范围内。', '请使用本应用所见的 open_id（例如通过 /pair），并扩大应用 {app} 的可用范围。'],
  },
  'live.no-scope': {
    level: 'fault',
    en: ['The platform does not let the app send (code {code}).', 'A scope is missing or not in force yet.', 'Add im:message:send_as_bot to the app {app} and publish a version.'],
    zh: ['平台不允许应用发送（错误码 {code}）。', '缺少权限或尚未生效。', '请为应用 {app} 添加 im:message:send_as_bot 并发布版本。'],
  },
  'live.send-failed': {
    level: 'fault',
    en: ['The test card could not be sent (code {code}).', '{why}.', 'Look the code up in the platform\'s documentation, then run it again.'],
    zh: ['无法发送测试卡片（错误码 {code}）。', '{why}。', '请在平台文档中查询该错误码，然后重试。'],
  },
  'live.not-published': {
    level: 'fault',
    en: ['No tap arrived: no version of the app is in force.', 'What was changed in the console counts only once a version is published.', 'Publish a version of the app {app}, then run it again.'],
    zh: ['没有收到点击：应用没有生效的版本。', '控制台中的修改在发布版本后才生效。', '请发布应用 {app} 的版本，然后重试。'],
  },
  'live.not-subscribed': {
    level: 'fault',
    en: ['No tap arrived: card.action.trigger is not subscribed.', 'The platform tells nobody of clicks.', 'Add the callback under "Callback Configuration" of the app {app}, publish a version, then run it again.'],
    zh: ['没有收到点击：未订阅 card.action.trigger。', '平台不会把点击告知任何人。', '请在应用 {app} 的“回调配置”中添加该回调并发布版本，然后重试。'],
  },
  'live.phone-200340': {
    level: 'fault',
    en: ['The phone shows 200340, and no tap arrived.', 'card.action.trigger is not subscribed, or it is and no version with it is published.', 'See that the callback stands under "Callback Configuration" of the app {app}, and publish a version.'],
    zh: ['手机显示 200340，且没有收到点击。', '未订阅 card.action.trigger，或已订阅但未发布包含它的版本。', '请确认应用 {app} 的“回调配置”中有该回调，并发布版本。'],
  },
  'live.dropped': {
    level: 'fault',
    en: ['The phone shows 200341, and no tap arrived.', 'The platform sent it, and it was lost on the way: the request URL leads elsewhere, or the tunnel or connection is dead.', 'Compare the request URL of the app {app} with where the webhook is reached, and test it with --public URL.'],
    zh: ['手机显示 200341，且没有收到点击。', '平台已发送但途中丢失：请求地址指向别处，或隧道、连接已断。', '请核对应用 {app} 的请求地址与 Webhook 实际地址，并用 --public URL 测试。'],
  },
  'live.late': {
    level: 'fault',
    en: ['The tap came {ms} ms after it was made.', 'The phone gives up after 3000 ms and shows an error, although the answer counts.', 'Take a shorter way: a nearer tunnel or a long connection; if the clock of this machine is off, set it.'],
    zh: ['点击在 {ms} 毫秒后才到达。', '手机在 3000 毫秒后放弃并显示错误，尽管回答仍有效。', '请缩短路径：更近的隧道或长连接；若本机时钟不准，请校准。'],
  },
  'live.elsewhere': {
    level: 'fault',
    en: ['The phone got an answer, but not from here.', 'Another process or machine serves the same app, and the platform gives each click to one of them.', 'End the other dsh that uses the app {app}, or give it an app of its own.'],
    zh: ['手机得到了应答，但不来自此处。', '另一进程或机器在使用同一应用，平台把每次点击交给其中之一。', '请结束使用应用 {app} 的其他 dsh，或给它单独的应用。'],
  },
  'live.foreign-answer': {
    level: 'fault',
    en: ['The phone shows {code}: what answered is no webhook of ours.', 'The request URL leads to a program that does not speak the platform\'s protocol.', 'Compare the request URL of the app {app} with where the webhook is reached.'],
    zh: ['手机显示 {code}：应答的不是本 Webhook。', '请求地址指向不遵循平台协议的程序。', '请核对应用 {app} 的请求地址与 Webhook 实际地址。'],
  },
  'live.encrypt-key': {
    level: 'fault',
    en: ['A request came, signed with another Encrypt Key.', 'It was refused: it cannot be told from a forged one.', 'Copy the Encrypt Key again from "Encryption Strategy" of the app {app}.'],
    zh: ['收到了请求，但其签名使用了不同的 Encrypt Key。', '它被拒绝：无法与伪造的区分。', '请从应用 {app} 的“加密策略”重新复制 Encrypt Key。'],
  },
  'live.verification-token': {
    level: 'fault',
    en: ['A request came with another Verification Token.', 'It was refused.', 'Copy the Verification Token again from "Encryption Strategy" of the app {app}.'],
    zh: ['收到了请求，但 Verification Token 不同。', '它被拒绝。', '请从应用 {app} 的“加密策略”重新复制 Verification Token。'],
  },
  'live.other-app': {
    level: 'fault',
    en: ['A request came for another app.', 'Two apps share the request URL, or "appId" is another\'s.', 'Give each app a request URL of its own, and check "appId".'],
    zh: ['收到了属于另一应用的请求。', '两个应用共用请求地址，或 "appId" 属于别的应用。', '请为每个应用设置各自的请求地址，并核对 "appId"。'],
  },
  'live.clock': {
    level: 'fault',
    en: ['A request came whose time stamp is more than 300 s from this machine\'s clock.', 'It was refused: an old request may be a replayed one.', 'Set the clock, e.g. by NTP.'],
    zh: ['收到的请求时间与本机时钟相差超过 300 秒。', '它被拒绝：旧请求可能是重放。', '请校准时钟，例如使用 NTP。'],
  },
  'live.stranger': {
    level: 'warning',
    en: ['Somebody who is no operator tapped the test card.', 'Such a click never counts.', 'Add that person to "operators" if they shall answer, e.g. by /pair.'],
    zh: ['非操作者点击了测试卡片。', '这样的点击从不算数。', '若此人应可回答，请将其加入 "operators"，例如通过 /pair。'],
  },
  'live.link-lost': {
    level: 'fault',
    en: ['The long connection broke off while the tap was awaited.', 'No click reaches dsh until it is back.', 'Look at the network between here and {domain}.'],
    zh: ['等待点击时长连接中断。', '恢复之前点击不会到达 dsh。', '请检查本机到 {domain} 的网络。'],
  },
  'live.no-tap': {
    level: 'warning',
    en: ['No tap arrived within {seconds} s.', 'Nobody tapped, or it was lost and the phone said nothing.', 'Run it again, tap at once, and type the number that the phone shows.'],
    zh: ['{seconds} 秒内没有收到点击。', '没有人点击，或点击丢失而手机没有提示。', '请再次运行并立即点击，然后输入手机显示的数字。'],
  },
} as const satisfies Entries
