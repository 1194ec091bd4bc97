/** The short table of the bench: the figures with a target, from what `npm run bench -- --json FILE` has written. */
import { z } from 'zod'
import type { Locale } from '../../surfaces/form/locale.ts'

const figures = z.object({
  node: z.string(),
  processor: z.string().optional(),
  quick: z.boolean(),
  rows: z.array(z.object({
    row: z.string(),
    figures: z.array(z.object({
      name: z.string(), value: z.number(), unit: z.string(), control: z.number().optional(),
      target: z.object({ kind: z.enum(['at-most', 'at-least']), value: z.number() }).optional(),
    })),
  })),
})

export type Figures = z.infer<typeof figures>

const HEADS: Readonly<Record<Locale, readonly string[]>> = {
  en: ['row', 'figure', 'measured', 'to reach'],
  zh: ['行', '指标', '实测', '目标'],
}

/** @throws {Error} when the file is not one of the bench, or of a quick run, whose figures say little. */
export function readFigures(json: string): Figures {
  const found = figures.parse(JSON.parse(json))
  if (found.quick) throw new Error('figures of --quick are too rough for the documents; run the bench without it')
  return found
}

export function figuresTable({ node, processor, rows }: Figures, locale: Locale): string {
  const lines = rows.flatMap(({ row, figures: all }) => all.flatMap(({ name, value, unit, target }) =>
    target === undefined ? [] : [[`\`${row}\``, name, shown(value, unit), `${target.kind === 'at-most' ? '≤' : '≥'} ${shown(target.value, unit)}`]]))
  const table = [HEADS[locale], HEADS[locale].map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  return `${table}\n\nNode ${node.replace(/^v/, '')}${processor === undefined ? '' : `, ${processor}`}`
}

function shown(value: number, unit: string): string {
  const number = Number(value.toPrecision(3)).toString()
  return unit === 'count' ? number : `${number} ${unit === 'x' ? '×' : unit}`
}
