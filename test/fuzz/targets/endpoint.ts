/** Requests as any transport hands them over, most of them near to one that was signed. */
import type { InboundRequest } from '../../../surfaces/feishu/verify.ts'
import { jsonBytes, mutateBytes, mutateJson } from '../mutate.ts'
import { textOf } from '../pieces.ts'
import { hold, type Target } from '../target.ts'
import { genuineRequest, holdGenuine, watchedEndpoint } from './signed.ts'

const ENVELOPES = [{ encrypt: '' }, { encrypt: 'AAAA' }, { type: 'url_verification', token: 'x', challenge: 'c' }, { schema: '2.0', header: { event_id: '1', token: '', app_id: '', event_type: 'card.action.trigger' } }] as const

export const endpoint: Target = {
  name: 'endpoint',
  share: 1,
  open: () => {
    const { headers, body } = genuineRequest()
    const watched = watchedEndpoint(false)
    return {
      make: (random) => {
        const changed: unknown = random.below(2) === 0 ? headers : mutateJson(headers, random)
        const bytes = random.below(4) === 0 ? jsonBytes(mutateJson(random.pick<object>(ENVELOPES), random)) : random.below(3) === 0 ? body : mutateBytes(body, random)
        return jsonBytes({ headers: random.below(9) === 0 ? {} : changed, body: bytes.toString('base64'), from: random.pick(['', '127.0.0.1', '::1', '::ffff:1.2.3.4', textOf(random, undefined, 3)]) })
      },
      run: async (input) => {
        const { headers: given, body: encoded, from }: { headers: InboundRequest['headers']; body: string; from: string } = JSON.parse(input.toString())
        const about = { headers: Object(given), from }
        const admission = watched.endpoint.admit(about)
        const { status, body: answer } = admission.kind === 'read' ? await watched.endpoint.receive({ ...about, body: Buffer.from(encoded, 'base64') }) : await watched.endpoint.refuse(admission.reason, from)
        const events = watched.let()
        holdGenuine(events)
        hold(status === 200 ? events.length === 1 : events.length === 0, () => `${status} with ${events.length} events`)
        hold(status === 200 || answer.toString() === '{"code":401,"msg":"unauthorized"}', () => `a refusal in other words: ${answer.toString()}`)
      },
    }
  },
}
