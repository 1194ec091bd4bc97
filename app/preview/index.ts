/** `preview`: a file of asks as each surface would show it. */
import { type Locale, localeOf } from '../../surfaces/form/locale.ts'
import { glyphSetOf } from '../../surfaces/terminal/glyphs.ts'
import { readAsksFile } from '../asks.ts'
import type { ScriptedAsk } from '../asks.ts'
import { UsageError } from '../usage-error.ts'
import { outcomeFor } from './states.ts'
import type { PreviewState } from './states.ts'

export interface PreviewOptions {
  readonly surface: string
  readonly cols: number
  readonly rows: number
  readonly locale?: Locale
  readonly state: PreviewState
  readonly glyphs?: 'unicode' | 'ascii'
  /** Colours where `stdout` shows them. */
  readonly color: boolean
}

/** The part of `process` that is used. */
export interface PreviewProcess {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown }
}

type Preview = (ask: ScriptedAsk, options: PreviewOptions, host: PreviewProcess) => Promise<string>

/** How each surface is previewed; a surface is added with one line. */
const PREVIEWS: Readonly<Record<string, Preview>> = { terminal: terminalPreview, feishu: feishuPreview }

/**
 * Prints one preview an ask, a blank line between them.
 * @throws {UsageError} when the surface is unknown or the file is bad.
 */
export async function runPreview(file: string, options: PreviewOptions, host: PreviewProcess): Promise<void> {
  const preview = Object.hasOwn(PREVIEWS, options.surface) ? PREVIEWS[options.surface] : undefined
  if (preview === undefined) {
    throw new UsageError(`--surface: ${JSON.stringify(options.surface)} cannot be previewed; give ${Object.keys(PREVIEWS).join(' or ')}`)
  }
  for (const [index, ask] of readAsksFile(file).entries()) {
    host.stdout.write(`${index === 0 ? '' : '\n'}${await preview(ask, options, host)}\n`)
  }
}

async function terminalPreview(ask: ScriptedAsk, options: PreviewOptions, { env, stdout }: PreviewProcess): Promise<string> {
  const { previewScreen } = await import('./terminal.ts')
  return previewScreen(ask, {
    columns: options.cols,
    rows: options.rows,
    locale: options.locale ?? localeOf(env),
    glyphs: options.glyphs ?? glyphSetOf(env),
    state: options.state,
    colour: options.color && stdout.isTTY === true && !env['NO_COLOR'],
  }).join('\n')
}

/** The cards' JSON, as they would be sent or, once the ask has ended, painted. */
async function feishuPreview(ask: ScriptedAsk, { state, locale: given }: PreviewOptions, { env }: PreviewProcess): Promise<string> {
  const { previewCard } = await import('../../surfaces/feishu/preview.ts')
  const locale = given ?? localeOf(env)
  return JSON.stringify(previewCard(ask, outcomeFor(state, ask, locale, 'terminal') ?? 'open', locale), undefined, 2)
}
