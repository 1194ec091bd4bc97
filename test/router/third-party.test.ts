/** A surface as a plugin author writes it from the README, held to the same contract as ours. */
import type { AskUserQuestionAnswer, AskUserQuestionRequest, AskSurface } from '../../router/types.ts'
import { describeSurface } from '../helpers/describe-surface.ts'
import { database } from '../helpers/third-party.ts'

interface Note { readonly request: AskUserQuestionRequest; readonly resolve: (answer: AskUserQuestionAnswer) => void; readonly reject: (error: Error) => void }

/** Sticky notes on a board: knows nothing of rounds, verdicts or outcomes. */
function stickyNotes(): { surface: AskSurface; board: Set<Note> } {
  const board = new Set<Note>()
  const remove = (request: AskUserQuestionRequest) => {
    for (const note of board) {
      if (note.request !== request) continue
      board.delete(note)
      note.reject(new Error('taken down'))
    }
  }
  const surface: AskSurface = {
    name: 'sticky-notes',
    claim: () => true,
    ask: (request) => new Promise((resolve, reject) => {
      board.add({ request, resolve, reject })
      request.signal?.addEventListener('abort', () => remove(request), { once: true })
    }),
    settled: (request) => remove(request),
  }
  return { surface, board }
}

describeSurface('a third-party surface', async () => {
  const { surface, board } = stickyNotes()
  const take = () => {
    const note = [...board].at(-1)
    if (note === undefined) throw new Error('no note on the board')
    board.delete(note)
    return note
  }
  return {
    surface,
    answer: async () => take().resolve(database('SQLite')),
    dismiss: async () => take().reject(Object.assign(new Error('later'), { code: 'ASK_CANCELLED' })),
    openAsks: () => board.size,
    close: async () => {},
  }
})
