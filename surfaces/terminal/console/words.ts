/** The console's own words, one table per language. */

export const en = {
  states: { idle: 'idle', running: 'running', interrupted: 'interrupted' },
  asking: (count: number) => `asking ${count}`,
  /** A place where asks go, by the name of its surface. */
  place: (surface: string) => ({ terminal: 'here', feishu: 'Feishu' })[surface] ?? surface,
  asksGo: (places: readonly string[]) => `asks: here, ${places.join(', ')}`,
  first: {
    'terminal-first': (seconds: number) => `asks: terminal first, phone after ${seconds} s`,
    'phone-first': (seconds: number) => `asks: phone first, terminal after ${seconds} s`,
  },
  queued: (text: string) => `waiting: ${text}`,
  moreQueued: (count: number) => `${count} more waiting`,
  openHere: (count: number) => `${count} open here`,
  openElsewhere: (count: number) => `${count} open elsewhere`,
  returned: 'unsent text came back: ^Y inserts it',
  choicesReady: (command: string) => `Type /${command} and a blank to pick.`,
  retrying: (count: string) => `No answer from the model, trying again (${count})`,
  exited: (code: number) => `exit ${code}`,
  killed: (signal: string) => `killed: ${signal}`,
  outOfTime: (seconds: number) => `timed out after ${seconds} s`,
  interrupting: 'Interrupting the agent',
  leaveAgain: 'Press ^C again to leave.',
  howToLeave: '^C leaves; ^D only deletes.',
}

export const zh: typeof en = {
  states: { idle: '空闲', running: '运行中', interrupted: '已中断' },
  asking: (count) => `提问中 ${count}`,
  place: (surface) => ({ terminal: '此处', feishu: '飞书' })[surface] ?? surface,
  asksGo: (places) => `提问发往：此处、${places.join('、')}`,
  first: {
    'terminal-first': (seconds) => `提问先发往终端，${seconds} 秒后发往手机`,
    'phone-first': (seconds) => `提问先发往手机，${seconds} 秒后发往终端`,
  },
  queued: (text) => `排队：${text}`,
  moreQueued: (count) => `另有 ${count} 条排队`,
  openHere: (count) => `此处待答 ${count}`,
  openElsewhere: (count) => `别处待答 ${count}`,
  returned: '有消息未送达，已退回：^Y 插入',
  choicesReady: (command) => `输入 /${command} 加空格即可选择。`,
  retrying: (count) => `模型没有回应，正在重试（${count}）`,
  exited: (code) => `退出码 ${code}`,
  killed: (signal) => `被终止：${signal}`,
  outOfTime: (seconds) => `${seconds} 秒后超时`,
  interrupting: '正在中断代理',
  leaveAgain: '再按一次 ^C 离开。',
  howToLeave: '^C 离开；^D 只删除。',
}
