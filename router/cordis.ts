/** What the router adds to the types of cordis; a plugin gets it by `import type {} from 'dsh-ask-anywhere/cordis'`. */
import type {} from '@deepseek-ai/cordis'
import type { AskJournal } from './journal/types.ts'
import type { AskOrder, AskSurfaces, Step } from './types.ts'

declare module '@deepseek-ai/cordis' {
  interface Context {
    /** Where surfaces register; absent until the core row is up. */
    askSurfaces: AskSurfaces & {
      /** The names of all surfaces, oldest first; absent where another plugin routes, as are the others. */
      places?(): readonly string[]
      /** Who is asked first. */
      order?(): AskOrder
      /** Changes that from now on; whether the choice outlives this process. @throws {TypeError} when it is no order. */
      reorder?(order: AskOrder): boolean
    }
    /** What outlives the process; absent where another plugin routes, or nobody lends the router a journal. Keeps nothing where none is written. */
    askJournal: AskJournal
    /** `mounted` resolves once it is decided whether the tool that asks is there; absent where it is left to others. */
    askTool: { readonly mounted: Promise<void> }
  }
  interface Events {
    /** A step of an ask: ids and counts, never words. */
    'ask-surfaces/step'(step: Step): void
    /** A surface came or went. */
    'ask-surfaces/places'(): void
    /** Others come first now. */
    'ask-surfaces/order'(): void
  }
}
