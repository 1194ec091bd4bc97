/** What the page may send, read from untrusted JSON: each gives nothing for what it can't read. */
import { z } from 'zod'
import { FAULT_NAMES, faultShape, type Fault, type FaultName } from './faults.ts'
import type { SimAct, SimSaying } from './types.ts'

const fieldShape = z.union([z.string(), z.boolean(), z.array(z.string())])

const actShape = z.strictObject({
  messageId: z.string(),
  personId: z.string(),
  element: z.string(),
  formValue: z.record(z.string(), fieldShape).exactOptional(),
  value: fieldShape.exactOptional(),
  locale: z.enum(['zh', 'en']).exactOptional(),
})

const MAX_WORDS = 10_000
const whoAndWhere = { personId: z.string(), chatId: z.string().exactOptional(), quotes: z.string().exactOptional() }

const sayingShape = z.union([
  z.strictObject({ ...whoAndWhere, text: z.string().max(MAX_WORDS) }),
  z.strictObject({ ...whoAndWhere, sticker: z.string() }),
  z.strictObject({ ...whoAndWhere, image: z.string() }),
])

export function parseAct(body: unknown): SimAct | undefined {
  return actShape.safeParse(body).data
}

export function parseSaying(body: unknown): SimSaying | undefined {
  return sayingShape.safeParse(body).data
}

export function parseFault(body: unknown): Fault | undefined {
  return faultShape.safeParse(body).data
}

export function isFaultName(name: unknown): name is FaultName {
  return FAULT_NAMES.some((known) => known === name)
}
