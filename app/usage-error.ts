import { visible } from '../surfaces/terminal/sanitise.ts'

/** Bad input of the person who starts the program: one clear line, whatever it quotes, exit code 2, no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'

  constructor(message: string) {
    super(visible(message).replaceAll('\n', ' '))
  }
}
