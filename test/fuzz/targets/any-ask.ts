/** Questions as a model may write them, of hostile pieces. */
import type { AskUserQuestionItem } from '../../../router/types.ts'
import type { Random } from '../../load/random.ts'
import { textOf } from '../pieces.ts'

function optionsOf(random: Random): NonNullable<AskUserQuestionItem['options']> {
  const count = random.below(15) === 0 ? random.below(120) : random.below(6)
  return Array.from({ length: count }, () => ({ label: textOf(random, undefined, 5) || 'x', ...(random.below(2) === 0 ? { description: textOf(random, undefined, 8) } : {}) }))
}

function questionOf(random: Random, id: string): AskUserQuestionItem {
  return {
    id, question: textOf(random),
    ...(random.below(2) === 0 ? { detail: textOf(random, undefined, 40) } : {}),
    ...(random.below(3) === 0 ? { header: textOf(random, undefined, 6) } : {}),
    ...(random.below(4) > 0 ? { options: optionsOf(random) } : {}),
    ...(random.below(3) === 0 ? { multiSelect: random.below(2) === 0 } : {}),
  }
}

export function questionsOf(random: Random): readonly AskUserQuestionItem[] {
  const decided = random.below(6)
  if (decided > 1) return Array.from({ length: 1 + random.below(4) }, (_, index) => questionOf(random, `q${index}${textOf(random, undefined, 2)}`))
  const intent = decided === 0 ? { kind: 'plan-review', approve: 'Yes' } : { kind: 'approval', approve: 'Yes', reject: 'No', always: 'Always', subject: { name: textOf(random, undefined, 4) } }
  return [{ ...questionOf(random, 'q'), detail: `${textOf(random, undefined, 40)}.`, multiSelect: false, options: [{ label: 'No' }, ...(decided === 0 ? [] : [{ label: 'Always' }]), { label: 'Yes' }], intent }]
}
