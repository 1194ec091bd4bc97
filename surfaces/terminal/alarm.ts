/** How the terminal calls a person who is looking elsewhere. Pure. */

/** `bell`: the terminal's own sound or mark. `full`: a notification of the desktop as well, where the terminal makes them. */
export type AlarmSetting = 'off' | 'bell' | 'full'

const BELL = '\x07'

/**
 * The bytes that call. `text` is ours alone: what an asker writes would be on the desktop before anybody asked for it.
 * Inside tmux and screen the sequences would reach another program than the terminal, so only the bell is rung.
 */
export function alarmBytes(setting: AlarmSetting, env: Readonly<Record<string, string | undefined>>, text: string): string {
  switch (setting) {
    case 'off':
      return ''
    case 'bell':
      return BELL
    case 'full':
      return isMultiplexed(env) ? BELL : BELL + notification(env, text)
  }
}

function isMultiplexed(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env['TMUX'] || env['STY'] || env['ZELLIJ']) || /^(?:screen|tmux)/.test(env['TERM'] ?? '')
}

/** OSC 777 for the family of urxvt and VTE, OSC 9 for those known to read it; nothing for a terminal that nobody knows. */
function notification(env: Readonly<Record<string, string | undefined>>, text: string): string {
  const term = env['TERM'] ?? ''
  if (env['VTE_VERSION'] || /^(?:rxvt|foot)/.test(term)) return `\x1b]777;notify;dsh;${text}\x1b\\`
  const known = /^(?:iTerm\.app|WezTerm|ghostty)$/.test(env['TERM_PROGRAM'] ?? '') || /kitty|ghostty/.test(term) || Boolean(env['WT_SESSION'])
  return known ? `\x1b]9;${text}\x1b\\` : ''
}
