/** Bad input of the person who starts the program: one clear line, exit code 2, no stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
