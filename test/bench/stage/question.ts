/** The question whose final card takes about 4 KB: it repeats what was asked. */
import type { AskUserQuestionItem } from '../../../router/types.ts'

const SITUATION = [
  'Production writes about **2,000 rows a second** at its peak, most of them orders, and reads ten times as many.',
  'Backups are taken each night; the last restore took 40 minutes. 目前的备份每晚一次，恢复需要四十分钟。',
  '- PostgreSQL: the team runs one already, for billing; replication and point in time recovery are in place.',
  '- SQLite: one file beside the process; nothing to run, a single writer.',
  '- MySQL: offered by the cloud that hosts us; nobody here has run it in earnest.',
  'Whatever is chosen, the schema of orders (`orders`, `order_lines`, `payments`) has to move within one night, and the old one stays readable for a quarter.',
  '无论选择哪个数据库，订单相关的三张表都要在一个晚上之内迁移完成；旧库还要保留一个季度，供查询和对账使用。',
  'The load test of last month (12 hours, 3 clients, 40 GB) used PostgreSQL 16: p99 of 18 ms at 2,400 writes a second, one replica, no tuning beyond `shared_buffers`.',
  'Nobody has measured the others (yet). A day of work would do: the scripts are in `load/`, and the machine is still reserved until Friday.',
  'Costs: about 120 a month for PostgreSQL or MySQL (managed, one replica), nothing for SQLite; people cost more than either.',
].join('\n')

/** Characters. */
const LENGTH = 2_600

export function question(name: string): Omit<AskUserQuestionItem, 'intent'> {
  return {
    id: 'db',
    header: 'Database',
    question: `${SITUATION.repeat(2).slice(0, LENGTH)}\nWhich database shall production use for ${name}?`,
    options: [
      { label: 'SQLite', description: 'Zero ops; one file; single writer.' },
      { label: 'PostgreSQL (Recommended)', description: '团队已有运维经验，支持事务与 JSON。' },
      { label: 'MySQL', description: 'Hosted by the cloud.' },
    ],
  }
}
