/** What is said to whoever drives the agent, in both languages. */
import type { Locale } from '../../surfaces/form/locale.ts'

export interface SessionWords {
  readonly unknownSession: (id: string) => string
  readonly noSessions: string
  readonly noLatest: string
  readonly busy: string
  readonly sessionTaken: (pid: number) => string
  readonly openFailed: (why: string) => string
  readonly unknownCommand: (name: string) => string
  readonly commandFailed: (name: string, why: string) => string
  readonly commandDone: (name: string) => string
  readonly messages: (count: number) => string
  readonly helpTitle: string
  readonly helpText: string
  readonly help: string
  readonly sessions: string
  readonly sessionHint: string
  readonly fresh: string
  readonly pair: string
  readonly where: string
  readonly whereHint: string
  readonly quit: string
  readonly noExit: string
}

export const SESSION_WORDS: Readonly<Record<Locale, SessionWords>> = {
  en: {
    unknownSession: (id) => `There is no session ${id}; /sessions lists those of this folder.`,
    noSessions: 'No earlier session in this folder.',
    noLatest: 'No earlier session in this folder: this is a new one.',
    busy: 'The agent is at work: interrupt it first (^C twice), or wait.',
    sessionTaken: (pid) => `Another process (${pid}) drives that session: leave it there first. /new begins another, /sessions lists earlier ones.`,
    openFailed: (why) => `The session could not be opened (${why}); /new begins another, /sessions lists earlier ones.`,
    unknownCommand: (name) => `There is no command /${name}; /help lists them. To send the line as text, begin it with a blank.`,
    commandFailed: (name, why) => `/${name}: ${why}`,
    commandDone: (name) => `/${name}: done`,
    messages: (count) => (count === 1 ? '1 message' : `${count} messages`),
    helpTitle: 'Commands:',
    helpText: 'A line that begins with a blank is sent as it is. ^G lists the questions, those that take a late answer too.',
    help: 'list the commands',
    sessions: 'go on with an earlier session of this folder',
    sessionHint: '[id]',
    fresh: 'begin a new session',
    pair: 'let somebody answer on the phone; with "approve" also approve',
    where: 'who is asked first, the terminal or the phone',
    whereHint: '[together|terminal-first|phone-first] [seconds]',
    quit: 'end',
    noExit: 'This host has no way out of its own; end it as you started it.',
  },
  zh: {
    unknownSession: (id) => `没有会话 ${id}；输入 /sessions 查看此文件夹的会话。`,
    noSessions: '此文件夹没有以前的会话。',
    noLatest: '此文件夹没有以前的会话：已开始新会话。',
    busy: '代理正在工作：请先中断（按两次 ^C）或等待。',
    sessionTaken: (pid) => `另一个进程（${pid}）正在使用该会话：请先在那里退出。/new 开始新会话，/sessions 列出以前的会话。`,
    openFailed: (why) => `无法打开会话（${why}）；/new 开始新会话，/sessions 列出以前的会话。`,
    unknownCommand: (name) => `没有命令 /${name}；/help 列出全部命令。要作为文本发送，请在行首加空格。`,
    commandFailed: (name, why) => `/${name}：${why}`,
    commandDone: (name) => `/${name}：完成`,
    messages: (count) => `${count} 条消息`,
    helpTitle: '命令：',
    helpText: '以空格开头的行会原样发送。按 ^G 列出全部提问，包括仍可补答的。',
    help: '列出命令',
    sessions: '继续此文件夹的以前会话',
    sessionHint: '[编号]',
    fresh: '开始新会话',
    pair: '允许某人在手机上回答；加 approve 也可批准',
    where: '先在何处提问：终端或手机',
    whereHint: '[together|terminal-first|phone-first] [秒]',
    quit: '退出',
    noExit: '此主机没有自己的退出方式；请按启动方式结束它。',
  },
}
