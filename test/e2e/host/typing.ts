/** What a person does at the console's input line. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Terminal } from '../terminal.ts'

/** An Enter so soon after another one repeats it, in milliseconds. */
const REPEAT_MS = 130

/** Types a line and sends it once it is seen: Enter in the same burst would belong to a paste. */
export async function send(terminal: Terminal, line: string): Promise<void> {
  await terminal.type(line)
  await terminal.until((screen) => lastRows(screen).includes(line), `the line "${line}" in the input`)
  await enter(terminal)
}

export async function enter(terminal: Terminal): Promise<void> {
  await delay(REPEAT_MS)
  await terminal.press('Enter')
}

/** Leaves as a person does: where a ^C has just cleared the line, the next one asks for another. */
export async function leave(terminal: Terminal): Promise<number> {
  await terminal.press('C-c')
  const screen = await terminal.until(/\[exit code|again/)
  if (!screen.includes('[exit code')) await terminal.press('C-c')
  return terminal.exitCode()
}

/** Interrupts as a person does: the first ^C says what the second will do. */
export async function interrupt(terminal: Terminal): Promise<void> {
  await terminal.press('C-c')
  await terminal.until(/again/)
  await terminal.press('C-c')
}

/** The lowest rows, where the input line is. */
function lastRows(screen: string): string {
  return screen.trimEnd().split('\n').slice(-8).join('\n')
}
