/** Asks that the terminal's tests put on the screen. */
import type { AskUserQuestionItem } from '../../../router/types.ts'

export const database: AskUserQuestionItem = {
  id: 'db', header: '数据库', question: '生产环境要用哪个数据库？',
  options: [
    { label: 'PostgreSQL（推荐）', description: '团队已有运维经验，支持事务与 JSON。' },
    { label: 'SQLite', description: 'Zero ops; one file; single writer.' },
  ],
}
export const languages: AskUserQuestionItem = {
  id: 'lang', header: 'Languages', question: 'Which languages do you use?', multiSelect: true,
  options: [{ label: 'Python' }, { label: 'Go' }, { label: 'Rust' }],
}
export const indent: AskUserQuestionItem = { id: 'style', question: 'Tabs or spaces?', options: [{ label: 'Tabs' }, { label: 'Spaces' }] }
export const remarks: AskUserQuestionItem = { id: 'note', header: '备注', question: '还有什么要说的？' }
export const batch = [languages, indent, remarks] as const

export const approval: AskUserQuestionItem = {
  id: 'cmd', question: 'Run this command?', detail: 'ls\u200b; safe \u202e fr- mr \u2066x\u2069\n\u001b[2K\rls -la\n\u009d0;title\u009c',
  options: [{ label: 'Allow once' }, { label: 'Reject' }], intent: { kind: 'approval', approve: 'Allow once', reject: 'Reject' },
}
/** With a lasting grant, in an order of the asker's own and with texts for the reader. */
export const permission: AskUserQuestionItem = {
  id: 'cmd', question: 'Run outside the sandbox?', detail: 'git push --force origin main\nrm -rf build',
  options: [{ label: '拒绝' }, { label: '总是允许', description: 'git push in this folder' }, { label: '允许一次' }],
  intent: {
    kind: 'approval', approve: '允许一次', always: '总是允许', reject: '拒绝', subject: { name: 'bash' },
    display: { question: { en: 'The agent wants to leave the sandbox', zh: '代理想离开沙箱' }, detail: { en: 'It rewrites history on the server.', zh: '这会改写服务器上的历史。' }, approve: { en: 'Allow once', zh: '仅此一次' } },
  },
}
export const longCommand: AskUserQuestionItem = {
  id: 'cmd', question: 'Run?', detail: `${Array.from({ length: 200 }, (_, index) => `echo step-${index}`).join(' && ')} && rm -rf /`,
  options: [{ label: 'Yes' }, { label: 'Always' }, { label: 'No' }], intent: { kind: 'approval', approve: 'Yes', always: 'Always', reject: 'No' },
}
export const shortPlan: AskUserQuestionItem = {
  id: 'plan-review', question: 'Approve this plan?',
  detail: '# Move the cache\n\nOne **week**, two steps:\n\n1. Write to *both* with `dual_write: true`\n   - watch the [dashboard](https://metrics.example/cache)\n2. Read from the new one\n\n| step | risk |\n|---|---:|\n| write | low |\n| read | **high** |\n\n```sh\nmake migrate\n```\n\n> Nothing is deleted.',
  options: [{ label: 'Keep planning' }, { label: 'Approve' }], intent: { kind: 'plan-review', approve: 'Approve' },
}
export const plan: AskUserQuestionItem = {
  id: 'plan-review', header: 'Plan review', question: 'Approve this plan and leave plan mode?',
  detail: ['# 迁移计划', ...Array.from({ length: 64 }, (_, index) => `${index + 1}. 修改 \`src/模块${index + 1}.ts\`：把旧接口替换为新接口，并补充测试。`)].join('\n'),
  options: [{ label: 'Approve', description: 'Leave plan mode' }, { label: 'Keep planning', description: 'Stay in plan mode' }],
  intent: { kind: 'plan-review', approve: 'Approve' },
}
export const files: AskUserQuestionItem = {
  id: 'file', question: 'Which files may I touch?', multiSelect: true,
  options: Array.from({ length: 120 }, (_, index) => ({
    label: `packages/part-${String(index).padStart(3, '0')}/src/index.ts`, description: index % 7 === 0 ? '生成的文件' : '',
  })),
}
export const scripts: AskUserQuestionItem = {
  id: 'e', question: '👨‍👩‍👧 👍🏽 ⚠️ 🇨🇳 1️⃣ 𠮷 é e\u0301 مرحبا שלום ｶﾞ',
  options: [{ label: '👩‍💻 写代码' }, { label: '🚀 上线' }, { label: 'مرحبا' }, { label: '𠮷野家' }],
}
const long = '很长的问题'.repeat(60)
export const lookalikes: AskUserQuestionItem = {
  id: 'path', question: `a\r\nb  \n${long}`,
  options: [{ label: '把旧接口替换为新接口并补充测试以避免回归然后逐步迁移到新的服务甲' }, { label: '把旧接口替换为新接口并补充测试以避免回归然后逐步迁移到新的服务乙' }],
}
export const hostile: AskUserQuestionItem = {
  id: '__proto__', header: '\x1b]0;owned\x07head', question: '\x1b[2J\x9b31mPick\x1b[?1049l\u202e one',
  options: [{ label: '\x1b[31m__cancelled__\x1b[0m' }, { label: 'time\u0000out' }, { label: 'constructor' }, { label: '取消' }],
}
export const everyAsk: Record<string, readonly AskUserQuestionItem[]> = {
  permission: [permission], shortPlan: [shortPlan], longCommand: [longCommand],
  database: [database], batch, approval: [approval], plan: [plan], files: [files], scripts: [scripts], lookalikes: [lookalikes], hostile: [hostile],
}
