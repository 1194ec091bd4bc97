/** The words of `dsh-ask-anywhere log`. */
import type { LateRecord } from '../router/journal/types.ts'
import type { Outcome, Verdict } from '../router/types.ts'
import type { Locale } from '../surfaces/form/locale.ts'

export interface LogWords {
  readonly started: (pid: number) => string
  readonly stopped: string
  readonly asked: (count: number, isTimed: boolean) => string
  readonly delivery: Record<'open' | 'done', (surface: string, place: string) => string>
  readonly acted: Record<Verdict['kind'], string>
  readonly settled: Record<Outcome['kind'], string>
  readonly continued: string
  readonly late: Record<LateRecord['step'], string>
  readonly decided: Record<'continued' | 'redeliver' | 'over', string>
  /** It had its end before the restart, and nothing was to be done. */
  readonly known: string
  readonly adopted: (count: number) => string
  readonly skipped: string
}

export const LOG_WORDS: Record<Locale, LogWords> = {
  en: {
    started: (pid) => `started, process ${pid}`,
    stopped: 'ended',
    asked: (count, isTimed) => `asked ${count} ${count === 1 ? 'question' : 'questions'}${isTimed ? ', for a bounded time' : ''}`,
    delivery: { open: (surface, place) => `shown on ${surface} at ${place}`, done: (surface, place) => `done on ${surface} at ${place}` },
    acted: { won: 'acted and was first', lost: 'acted and was too late', refused: 'acted and was refused' },
    settled: { 'answered': 'answered', 'dismissed': 'dismissed', 'aborted': 'withdrawn', 'timed-out': 'time ran out', 'failed': 'could not be shown' },
    continued: 'time ran out; still answerable',
    late: { accepted: 'answered late', delivered: 'late answer delivered', failed: 'late answer not delivered', closed: 'answerable no more' },
    decided: { continued: 'still answerable after a restart', redeliver: 'answer is delivered after a restart', over: 'ended with a restart' },
    known: 'the host knows how it ended',
    adopted: (count) => `took over ${count} open ${count === 1 ? 'ask' : 'asks'} of an ended process`,
    skipped: 'skipped',
  },
  zh: {
    started: (pid) => `启动，进程 ${pid}`,
    stopped: '退出',
    asked: (count, isTimed) => `提出 ${count} 个问题${isTimed ? '，限时' : ''}`,
    delivery: { open: (surface, place) => `显示于 ${surface} ${place}`, done: (surface, place) => `已收起 ${surface} ${place}` },
    acted: { won: '操作，最先', lost: '操作，已晚', refused: '操作，被拒绝' },
    settled: { 'answered': '已回答', 'dismissed': '已搁置', 'aborted': '已撤回', 'timed-out': '已超时', 'failed': '未能显示' },
    continued: '已超时，仍可回答',
    late: { accepted: '补答', delivered: '补答已送达', failed: '补答未送达', closed: '不可再回答' },
    decided: { continued: '重启后仍可回答', redeliver: '重启后送达回答', over: '随重启结束' },
    known: '主机已知其结果',
    adopted: (count) => `接管已退出进程的 ${count} 个未结问题`,
    skipped: '跳过',
  },
}
