/** The question whose final card takes about 4 KB. */
import type { AskUserQuestionItem } from '../../../router/types.ts'

const DETAIL = [
  'Production writes about **2,000 rows a second** at its peak, most of them orders, and reads ten times as many.',
  'Backups are taken each night; the last restore took 40 minutes. 目前的备份每晚一次，恢复需要四十分钟。',
  '- PostgreSQL: the team runs one already, for billing; replication and point in time recovery are in place.',
  '- SQLite: one file beside the process; nothing to run, a single writer.',
  '- MySQL: offered by the cloud that hosts us; nobody here has run it in earnest.',
].join('\n')

export function question(name: string): Omit<AskUserQuestionItem, 'intent'> {
  return {
    id: 'db',
    header: 'Database',
    question: `Which database shall production use for ${name}?`,
    detail: DETAIL,
    options: [
      { label: 'SQLite', description: 'Zero ops; one file; single writer.' },
      { label: 'PostgreSQL (Recommended)', description: '团队已有运维经验，支持事务与 JSON。' },
      { label: 'MySQL', description: 'Hosted by the cloud.' },
    ],
  }
}
