/** Findings about the app on the open platform and the way there. */
import type { Entries } from './entry.ts'

export const PLATFORM = {
  'feishu.off': {
    level: 'note',
    en: ['Feishu is off: the row {row} has no "appId".', 'Questions are shown at the terminal alone.', 'Run "npx dsh-ask-anywhere setup" to have them on the phone.'],
    zh: ['飞书未启用：行 {row} 没有 "appId"。', '问题只在终端显示。', '要在手机上显示，请运行 "npx dsh-ask-anywhere setup"。'],
  },
  'feishu.config': {
    level: 'fault',
    en: ['The config of {row} cannot be used at "{field}".', 'Feishu stays out.', '{next}'],
    zh: ['{row} 的配置在“{field}”处不可用。', '飞书不会启用。', '{next}'],
  },
  'platform.token': { level: 'ok', en: ['{domain} gives the app {app} a token, in {ms} ms.'], zh: ['{domain} 在 {ms} 毫秒内为应用 {app} 颁发了令牌。'] },
  'platform.unreachable': {
    level: 'fault',
    en: ['{domain} is not reached ({why}).', 'No card can be sent.', 'See that this machine resolves and reaches that address, and that "domain" is right.'],
    zh: ['无法连接 {domain}（{why}）。', '无法发送卡片。', '请确认本机能解析并访问该地址，且 "domain" 正确。'],
  },
  'platform.proxy-only': {
    level: 'fault',
    en: ['{domain} is not reached directly ({why}), and {names} is set.', 'Calls go out directly: a network that lets only its proxy out stops them.', 'Let this machine reach {domain} directly, or run dsh where it can.'],
    zh: ['无法直接连接 {domain}（{why}），且设置了 {names}。', '调用直接发出；只允许代理外联的网络会拦截。', '请允许本机直接访问 {domain}，或换到可访问的机器运行 dsh。'],
  },
  'platform.foreign': {
    level: 'fault',
    en: ['What answers at {domain} is not the platform ({why}).', 'A sign-in page of the network or a proxy answers in its place, or "domain" is wrong.', 'Open {domain} in a browser on this machine and see who answers.'],
    zh: ['{domain} 处应答的不是平台（{why}）。', '可能是网络登录页或代理代为应答，或 "domain" 有误。', '请在本机浏览器打开 {domain} 查看应答者。'],
  },
  'platform.slow': {
    level: 'warning',
    en: ['{domain} took {ms} ms for a token.', 'Cards come late, and clicks may meet the limit of 3 s.', 'Look at the network between here and {domain}.'],
    zh: ['{domain} 颁发令牌用了 {ms} 毫秒。', '卡片会迟到，点击可能超过 3 秒限制。', '请检查本机到 {domain} 的网络。'],
  },
  'platform.busy': {
    level: 'warning',
    en: ['The platform does not serve the call now ({why}).', 'It is busy, broken or limits the app; dsh tries again by itself.', 'Wait a minute and run the doctor again.'],
    zh: ['平台暂时无法处理调用（{why}）。', '平台繁忙、故障或对应用限流；dsh 会自行重试。', '请稍等一分钟后再次运行诊断。'],
  },
  'platform.credentials': {
    level: 'fault',
    en: ['{domain} refuses App ID and App Secret (code {code}).', 'Without them nothing can be sent or received.', 'Copy both again from "Credentials & Basic Info" of the app {app}.'],
    zh: ['{domain} 拒绝 App ID 与 App Secret（错误码 {code}）。', '没有它们既不能发送也不能接收。', '请从应用 {app} 的“凭证与基础信息”重新复制。'],
  },
  'platform.wrong-domain': {
    level: 'fault',
    en: ['The app {app} belongs to {right}, not to {domain}.', 'Feishu and Lark are two platforms with apps of their own.', 'Set "domain: {name}".'],
    zh: ['应用 {app} 属于 {right}，而非 {domain}。', '飞书与 Lark 是两个平台，各有各的应用。', '请设置 "domain: {name}"。'],
  },
  'platform.clock': {
    level: 'fault',
    en: ['This machine\'s clock is {seconds} s off the platform\'s.', 'Signed clicks older or newer than 300 s are refused.', 'Set the clock, e.g. by NTP.'],
    zh: ['本机时钟与平台相差 {seconds} 秒。', '签名时间相差超过 300 秒的点击会被拒绝。', '请校准时钟，例如使用 NTP。'],
  },
  'bot.ok': { level: 'ok', en: ['The app is a bot and is active.'], zh: ['应用已启用机器人且处于活动状态。'] },
  'bot.none': {
    level: 'fault',
    en: ['The app is no bot (code {code}).', 'Only a bot can send cards.', 'Add the feature "Bot" to the app {app}, then publish a version.'],
    zh: ['应用没有机器人能力（错误码 {code}）。', '只有机器人能发送卡片。', '请为应用 {app} 添加“机器人”能力并发布版本。'],
  },
  'bot.inactive': {
    level: 'fault',
    en: ['The bot is not active (status {status}).', 'The tenant has it disabled, or nobody has installed it yet.', 'Publish a version, and have the tenant\'s administrator enable the app {app}.'],
    zh: ['机器人未激活（状态 {status}）。', '企业停用了它，或尚未安装。', '请发布版本，并请企业管理员启用应用 {app}。'],
  },
  'bot.unreadable': {
    level: 'warning',
    en: ['Whether the app is a bot could not be asked ({why}).', 'Sending may work all the same.', 'Run the doctor with --live to see.'],
    zh: ['无法查询应用是否为机器人（{why}）。', '发送也许仍可用。', '请用 --live 运行诊断验证。'],
  },
  'scopes.ok': { level: 'ok', en: ['All {count} scopes are granted.'], zh: ['{count} 项权限均已开通。'] },
  'scopes.missing': {
    level: 'fault',
    en: ['The app lacks the scope {scopes}.', 'Without it cards cannot be sent or brought up to date.', 'Add it under "Permissions & Scopes" of the app {app}, then publish a version.'],
    zh: ['应用缺少权限 {scopes}。', '没有它就不能发送或更新卡片。', '请在应用 {app} 的“权限管理”中添加并发布版本。'],
  },
  'scopes.pending': {
    level: 'fault',
    en: ['The scope {scopes} was asked for but is not granted.', 'Scopes count only once a version with them is published and approved.', 'Publish a version of the app {app}, and have it approved.'],
    zh: ['权限 {scopes} 已申请但未开通。', '只有包含该权限的版本发布并通过审核后才生效。', '请发布应用 {app} 的版本并通过审核。'],
  },
  'scopes.replies': {
    level: 'warning',
    en: ['The app lacks the scope {scopes}.', 'Cards work, but pairing, "?" and answers by text do not reach dsh.', 'Add it under "Permissions & Scopes" of the app {app}, then publish a version.'],
    zh: ['应用缺少权限 {scopes}。', '卡片可用，但配对、“?”与文字回答无法到达 dsh。', '请在应用 {app} 的“权限管理”中添加并发布版本。'],
  },
  'scopes.unreadable': {
    level: 'warning',
    en: ['The scopes could not be read ({why}).', 'Whether cards can be sent is seen by sending one.', 'Run the doctor with --live.'],
    zh: ['无法读取权限（{why}）。', '能否发送卡片需实际发送才知道。', '请用 --live 运行诊断。'],
  },
  'app.ok': { level: 'ok', en: ['A version of the app is published, and clicks and messages are subscribed.'], zh: ['应用已发布版本，并订阅了点击与消息。'] },
  'app.unreadable': {
    level: 'note',
    en: ['The app\'s own settings could not be read ({why}).', 'They would tell whether a version is published and clicks are subscribed; the app needs the scope application:application:self_manage for that.', 'Add that scope, or run the doctor with --live.'],
    zh: ['无法读取应用自身设置（{why}）。', '其中可知是否已发布版本、是否订阅点击；需要权限 application:application:self_manage。', '请添加该权限，或用 --live 运行诊断。'],
  },
  'app.unpublished': {
    level: 'fault',
    en: ['No version of the app is published.', 'Until then the phone shows 200340 on every click.', 'Make a version of the app {app} under "Version Management & Release" and publish it.'],
    zh: ['应用没有已发布的版本。', '在此之前手机上每次点击都显示 200340。', '请在应用 {app} 的“版本管理与发布”中创建并发布版本。'],
  },
  'app.unsubscribed': {
    level: 'fault',
    en: ['The callback card.action.trigger is not subscribed.', 'Clicks never reach dsh; the phone shows 200340.', 'Add it under "Events & Callbacks > Callback Configuration" of the app {app}, then publish a version.'],
    zh: ['未订阅回调 card.action.trigger。', '点击不会到达 dsh，手机显示 200340。', '请在应用 {app} 的“事件与回调 > 回调配置”中添加并发布版本。'],
  },
  'app.messages-unsubscribed': {
    level: 'warning',
    en: ['The event im.message.receive_v1 is not subscribed.', 'Cards work, but pairing, "?" and answers by text do not reach dsh.', 'Add it under "Events & Callbacks > Event Configuration" of the app {app}, then publish a version.'],
    zh: ['未订阅事件 im.message.receive_v1。', '卡片可用，但配对、“?”与文字回答无法到达 dsh。', '请在应用 {app} 的“事件与回调 > 事件配置”中添加并发布版本。'],
  },
  'app.transport': {
    level: 'fault',
    en: ['The platform sends clicks by {theirs}, the profile listens by {ours}.', 'So none arrives.', 'Set the same on both sides: "transport" in the row {row}, or the mode under "Callback Configuration" of the app {app}.'],
    zh: ['平台以 {theirs} 发送点击，而配置以 {ours} 接收。', '因此一个也收不到。', '请让两边一致：修改行 {row} 的 "transport"，或应用 {app} 的“回调配置”中的方式。'],
  },
} as const satisfies Entries
