/** Findings about this machine: programs, the terminal, and the proxy of the environment. */
import type { Entries } from './entry.ts'

export const HOST = {
  'host.node': { level: 'ok', en: ['Node {version} runs the command line and the host.'], zh: ['Node {version} 可运行命令行与主机。'] },
  'host.node-old': {
    level: 'fault',
    en: ['Node {version} is too old.', 'The bundle needs 20.19 or newer, the host 22.19 or newer.', 'Install Node 22.19 or newer.'],
    zh: ['Node {version} 过旧。', '本插件需要 20.19 或更新版本，主机需要 22.19 或更新版本。', '请安装 Node 22.19 或更新版本。'],
  },
  'host.node-demo-only': {
    level: 'warning',
    en: ['Node {version} runs this command, but not the host.', 'dsh needs 22.19 or newer: its session store does not load on older ones.', 'Install Node 22.19 or newer for dsh.'],
    zh: ['Node {version} 可运行本命令，但不能运行主机。', 'dsh 需要 22.19 或更新版本，旧版本无法加载会话存储。', '请为 dsh 安装 Node 22.19 或更新版本。'],
  },
  'host.dsh': { level: 'ok', en: ['dsh {version} is on the PATH.'], zh: ['PATH 中有 dsh {version}。'] },
  'host.dsh-elsewhere': {
    level: 'note',
    en: ['dsh is not on the PATH; version {version} has started with this home.', 'It is installed where this shell does not look, which is as good.'],
    zh: ['PATH 中没有 dsh；版本 {version} 曾以此主目录启动。', '它安装在此 shell 找不到的位置，不影响使用。'],
  },
  'host.dsh-missing': {
    level: 'warning',
    en: ['dsh is not on the PATH.', 'Without the host nothing asks; it may also be installed where this shell does not look.', 'Install @deepseek-ai/dsh, or run this command in the shell that you start dsh from.'],
    zh: ['PATH 中没有 dsh。', '没有主机就不会有提问；它也可能装在此 shell 找不到的位置。', '请安装 @deepseek-ai/dsh，或在启动 dsh 的 shell 中运行本命令。'],
  },
  'host.dsh-broken': {
    level: 'fault',
    en: ['dsh is on the PATH but does not say its version ({why}).', 'It cannot be started as it is.', 'Run "dsh --version" and mend what it says.'],
    zh: ['PATH 中有 dsh，但无法得到其版本（{why}）。', '目前无法启动它。', '请运行 "dsh --version" 并按提示修复。'],
  },
  'terminal.ok': { level: 'ok', en: ['The terminal {term} shows the panel: {columns}x{rows}, {colours} colours, {glyphs}.'], zh: ['终端 {term} 可显示面板：{columns}x{rows}，{colours} 色，{glyphs}。'] },
  'terminal.none': {
    level: 'note',
    en: ['This command does not run in a terminal.', 'There the panel stays out: questions go to the phone alone.', 'Run the doctor again in the terminal that dsh will run in.'],
    zh: ['本命令不在终端中运行。', '这种情况下面板不会出现，问题只发到手机。', '请在将要运行 dsh 的终端中再次运行诊断。'],
  },
  'terminal.dumb': {
    level: 'warning',
    en: ['TERM is "{term}", which moves no cursor.', 'Questions come as numbered lists instead of the panel.', 'Set TERM to what the terminal is, e.g. xterm-256color.'],
    zh: ['TERM 为“{term}”，无法移动光标。', '问题会以编号列表而非面板显示。', '请把 TERM 设为实际的终端类型，例如 xterm-256color。'],
  },
  'terminal.small': {
    level: 'warning',
    en: ['The terminal has {columns}x{rows} cells.', 'Below 40x12 a question takes many pages.', 'Make the window larger.'],
    zh: ['终端只有 {columns}x{rows}。', '小于 40x12 时一个问题会分成许多页。', '请放大窗口。'],
  },
  'terminal.ascii': {
    level: 'warning',
    en: ['The environment does not say UTF-8, so the panel is drawn in ASCII.', 'Words in other scripts, Chinese among them, may come out broken.', 'Set LANG to a UTF-8 locale, e.g. C.UTF-8, where the terminal shows it.'],
    zh: ['环境未声明 UTF-8，面板将用 ASCII 绘制。', '中文等文字可能显示为乱码。', '若终端支持，请把 LANG 设为 UTF-8 区域，例如 C.UTF-8。'],
  },
  'terminal.colours': {
    level: 'note',
    en: ['The terminal says that it has {colours} colours.', 'Fewer than 16 make choices harder to tell apart; nothing else changes.', 'Set TERM or COLORTERM if the terminal can do more; unset NO_COLOR if it is not meant.'],
    zh: ['终端声明只有 {colours} 色。', '少于 16 色会使选项较难区分，其余不受影响。', '若终端支持更多颜色，请设置 TERM 或 COLORTERM；若无意如此，请取消 NO_COLOR。'],
  },
  'proxy.none': { level: 'ok', en: ['No proxy is set in the environment.'], zh: ['环境中未设置代理。'] },
  'proxy.ignored': {
    level: 'note',
    en: ['{names} is set in the environment.', 'Calls to the platform go out directly and ignore it.', 'Nothing, as long as the platform is reached.'],
    zh: ['环境中设置了 {names}。', '对平台的调用直接发出，不使用它。', '只要能连上平台，无需处理。'],
  },
  'doctor.timeout': {
    level: 'warning',
    en: ['The check "{check}" was given up after {seconds} s.', 'What it would have found is not known.', 'Run the doctor again; if it stays so, look at the network.'],
    zh: ['检查“{check}”在 {seconds} 秒后被放弃。', '其结果未知。', '请再次运行诊断；若仍如此，请检查网络。'],
  },
  'doctor.broken': {
    level: 'warning',
    en: ['The check "{check}" broke ({name}).', 'That is a fault of this program; what the check would have found is not known.', 'Report it with this line.'],
    zh: ['检查“{check}”自身出错（{name}）。', '这是本程序的错误；其结果未知。', '请附上此行反馈。'],
  },
} as const satisfies Entries
