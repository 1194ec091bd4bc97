/** One real answer of the product, which the baselines give as a constant. */
import { request } from 'node:http'
import { clickRequest } from './callback.ts'
import type { PhoneSide } from './phone-side.ts'

/** The JSON that a click on a fresh ask is answered with. */
export async function sampleAnswer(side: PhoneSide): Promise<string> {
  const [target] = await side.open(1)
  if (target === undefined) throw new Error('no ask was opened')
  const [head = '', ...rest] = clickRequest(new URL(side.url), target, 'sample').toString('latin1').split('\r\n\r\n')
  const headers = Object.fromEntries(head.split('\r\n').slice(1).map((line) => line.split(': ') as [string, string]))
  return new Promise((resolve, reject) => {
    const call = request(side.url, { method: 'POST', headers: { ...headers, connection: 'close' } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => { text += part }).on('end', () => resolve(text))
    })
    call.on('error', reject).end(Buffer.from(rest.join('\r\n\r\n'), 'latin1'))
  })
}
