/** What a person does at the console's input line. */
import type { Terminal } from '../terminal.ts'

/** Types a line and sends it once it is seen: Enter in the same burst would belong to a paste. */
export async function send(terminal: Terminal, line: string): Promise<void> {
  await terminal.type(line)
  await terminal.until((screen) => lastRows(screen).includes(line), `the line "${line}" in the input`)
  await terminal.press('Enter')
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
