/** The news of a whole conversation, as whoever drives an agent tells it. */
import type { ConsoleNews } from '../../../../surfaces/terminal/console/news.ts'

export const talk: readonly ConsoleNews[] = [
  { type: 'session-opened', id: 's1' },
  { type: 'user-said', source: 'person', text: '修复构建 and say why\nit broke' },
  { type: 'user-said', source: 'context', text: 'Working directory: /srv/app\nBranch: main\nFiles: 12' },
  { type: 'user-said', source: 'context', text: ' \n' },
  { type: 'streamed', kind: 'reasoning', delta: 'The lock file is older than the manifest. ' },
  { type: 'streamed', kind: 'reasoning', delta: 'So the installer refuses.\nI should run the build first.' },
  { type: 'streamed', kind: 'text', delta: '\n\n## What I will do\n\nFirst run `npm test`, **then** look at the *lock' },
  { type: 'streamed', kind: 'text', delta: ' file*:\n\n- read it, and whatever it needs on the way to a build that works again\n- 重新生成锁文件，并检查差异\n\n```sh\nnpm test # **all** of it\n' },
  { type: 'streamed', kind: 'text', delta: '```\n> quoted, with snake_case_names kept\n' },
  {
    type: 'spoke', interrupted: false,
    text: '\n\n## What I will do\n\nFirst run `npm test`, **then** look at the *lock file*:\n\n- read it, and whatever it needs on the way to a build that works again\n- 重新生成锁文件，并检查差异\n\n```sh\nnpm test # **all** of it\n```\n> quoted, with snake_case_names kept\n',
    reasoning: 'The lock file is older than the manifest. So the installer refuses.\nI should run the build first.',
  },
  { type: 'tool-called', call: 'c1', tool: 'bash', subject: 'npm test' },
  { type: 'tool-called', call: 'c2', tool: 'read', subject: 'packages/application/source/components/settings/AccountSettingsPanel.tsx' },
  { type: 'tool-called', call: 'c3', tool: 'bash', subject: 'sleep 1000' },
  { type: 'tool-ended', call: 'c1', ok: true, result: '\n> app@1.0.0 test\n> vitest run\n\n 12 passed\n' },
  { type: 'tool-ended', call: 'c2', ok: false, result: 'ENOENT: 没有这个文件' },
  { type: 'todo-written', items: [{ text: 'Run the build', state: 'done' }, { text: '重新生成锁文件', state: 'active' }, { text: 'Commit', state: 'pending' }] },
  { type: 'plan-mode-changed', active: true },
  { type: 'user-said', source: 'late', text: 'PostgreSQL' },
  { type: 'turn-ended', how: 'failed', detail: 'UNAUTHORIZED: the key is not valid' },
]
