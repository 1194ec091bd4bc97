/** What a panel says below its choices: what it asks back, why the last key did nothing, or what became of the wait. Pure. */
import { currentOf, isBatch, itemAt, stateOf } from './panel.ts'
import type { Panel } from './panel.ts'
import type { Words } from './words.ts'

/** One text, or an empty one. */
export function messageText(panel: Panel, words: Words): string {
  switch (panel.mode) {
    case 'confirming':
      return confirmationText(panel, words)
    case 'sending':
      return words.sending
    case 'choosing':
    case 'typing':
    case 'reading':
      return panel.complaint ?? (panel.wait.kind === 'continued' ? words.continued : '')
  }
}

/** What the panel asks back; something granted for good is spelled out. */
export function confirmationText(panel: Panel, words: Words): string {
  const current = currentOf(panel)
  const item = current && itemAt(current)
  const choice = item?.kind === 'choice' ? current?.face.choices[item.index] : undefined
  switch (panel.confirmation) {
    case 'dismissal': {
      const answers = panel.form.filter((_, index) => stateOf(panel, index) === 'answered').length
      if (panel.decision?.kind === 'plan-review') return words.dismissPlan
      return isBatch(panel) ? words.dismissAll(panel.form.length, answers) : words.dismissOne
    }
    case 'always':
      return words.confirmAlways(choice?.title ?? '', choice?.description ?? '')
    case 'choice':
      return words.confirmChoice(choice?.title ?? '')
    case 'unseen':
      return words.confirmUnseen
  }
}
