/** The rows of the host's tree: which of ours are on, and whether another one reads the command line. */
import type { Context } from '@deepseek-ai/cordis'
import { Inject } from '@deepseek-ai/cordis'

/** A row as the host's loader holds it. `disabled` may evaluate an expression of the profile, and may throw. */
export interface Row {
  readonly disabled: boolean
  readonly options: { readonly id: string; readonly name: string; readonly inject?: Inject | null; readonly config?: unknown }
  readonly parent: { readonly tree: { import(name: string): unknown } }
}

/** What is used of the host's loader. */
export interface Loader {
  entries(): Iterable<Row>
  await(): Promise<unknown>
}

export function loaderOf(ctx: Context): Loader | undefined {
  return ctx.get('loader')
}

/** Whether the tree has the row and it isn't disabled. A host without a loader has no rows. */
export function isRowEnabled(loader: Loader | undefined, id: string): boolean {
  return enabledRow(loader, id) !== undefined
}

/** The row, unless it is disabled or isn't there. */
export function enabledRow(loader: Loader | undefined, id: string): Row | undefined {
  return enabledRows(loader).find(({ options }) => options.id === id)
}

/**
 * Whether a row asks for the arguments behind the launcher's own, as every row that parses them must. Looked at are the
 * modules and not the running rows: when one of ours starts, each other row is listed but few have been loaded, and
 * waiting until they run would wait for the asker itself. The host imports the same modules at that time, so nothing is
 * loaded twice, and an import ends whatever becomes of its row.
 */
export async function isCommandLineTaken(loader: Loader | undefined): Promise<boolean> {
  for (let known = -1, rows = enabledRows(loader); known !== rows.length; rows = enabledRows(loader)) {
    known = rows.length
    const takes = await Promise.all(rows.map(wantsArguments))
    if (takes.includes(true)) return true
    // The rows of a group are listed a moment after its own module has come.
    await new Promise((resolve) => void setImmediate(resolve))
  }
  return false
}

function enabledRows(loader: Loader | undefined): readonly Row[] {
  return [...loader?.entries() ?? []].filter(isEnabled)
}

function isEnabled(row: Row): boolean {
  try {
    return !row.disabled
  } catch {
    // The host tells of the expression that failed; the row doesn't start.
    return false
  }
}

const ARGUMENTS = 'cmdlineArgs'

async function wantsArguments({ options, parent }: Row): Promise<boolean> {
  if (ARGUMENTS in Inject.resolve(options.inject)) return true
  try {
    const module: unknown = await parent.tree.import(options.name)
    return [module, fieldOf(module, 'default')].some((plugin) => namesOf(fieldOf(plugin, 'inject')).includes(ARGUMENTS))
  } catch {
    // The host tells of the module that failed; it reads no command line.
    return false
  }
}

/** Names of services, listed or as the keys of their settings. */
function namesOf(inject: unknown): readonly unknown[] {
  if (Array.isArray(inject)) return inject
  return typeof inject === 'object' && inject !== null ? Object.keys(inject) : []
}

function fieldOf(value: unknown, name: string): unknown {
  return (typeof value === 'object' || typeof value === 'function') && value !== null ? Reflect.get(value, name) : undefined
}
