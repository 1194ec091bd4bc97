/** The bot that tests speak for, and what is mostly asked: apart, since a stand loads everything. */
import type { AskUserQuestionItem } from '../../../router/types.ts'

export const KEYS = {
  appId: 'cli_0123456789abcdef',
  appSecret: 'app-secret-0123456789',
  encryptKey: 'encrypt-key-0123456789',
  verificationToken: 'verification-token-0123456789',
}

export const DATABASE: AskUserQuestionItem = {
  id: 'db',
  question: 'Which database?',
  options: [{ label: 'SQLite' }, { label: 'Postgres', description: 'a server of its own' }],
}
