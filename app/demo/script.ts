/** What the scripted agent asks when no file of asks is given: one of each kind. */
import type { ScriptedAsk } from '../asks.ts'

export const SCRIPT: readonly ScriptedAsk[] = [
  {
    name: 'single choice',
    questions: [{
      id: 'db',
      header: '数据库',
      question: '生产环境要用哪个数据库？ Which database shall production use?',
      options: [
        { label: 'PostgreSQL (Recommended)', description: '团队已有运维经验，支持事务与 JSON。' },
        { label: 'SQLite', description: 'Zero ops; one file; single writer.' },
        { label: 'MySQL', description: '云上托管方便。' },
      ],
    }],
  },
  {
    name: 'multi-select',
    questions: [{
      id: 'checks',
      header: 'Checks',
      question: 'Which checks shall run before every merge?',
      multiSelect: true,
      options: [{ label: 'Unit tests' }, { label: 'Type check' }, { label: 'Lint' }, { label: 'End-to-end tests', description: 'Four minutes more on every merge.' }],
    }],
  },
  {
    name: 'free text',
    questions: [{ id: 'why', header: '发布', question: '这次发布说明里要写什么？ What shall the release note say?' }],
  },
  {
    name: 'several questions',
    questions: [
      { id: 'style', header: 'Style', question: 'Tabs or spaces?', options: [{ label: 'Tabs' }, { label: 'Spaces' }] },
      { id: 'langs', header: '语言', question: '要支持哪些语言？', multiSelect: true, options: [{ label: '中文' }, { label: 'English' }, { label: '日本語' }] },
      { id: 'else', question: 'Anything else that I should know?' },
    ],
  },
]
