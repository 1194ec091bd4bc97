import { describe, expect, it } from 'vitest'
import { controlNames, isControl, listsOf } from '../../../surfaces/feishu/controls.ts'
import { verbatim } from '../../../surfaces/feishu/phrase.ts'
import type { Block } from '../../../surfaces/feishu/view.ts'

describe('the controls of a card', () => {
  it('go by the place of their question, and by that of their list behind the first', () => {
    const { select, text, skip } = controlNames(3)
    expect([select(0), select(2), text, skip]).toEqual(['q3', 'q3_2', 'q3_text', 'q3_skip'])
  })

  it('are one list for every fifty options', () => {
    expect([0, 1, 50, 51, 101].map((length) => listsOf({ choices: Array.from({ length }, (_, index) => ({ index, label: 'a', title: 'a', recommended: false })) }))).toEqual([0, 1, 1, 2, 3])
  })

  it('are what is filled in, and nothing that is read or pressed', () => {
    const text = verbatim('x')
    const filled: readonly Block[] = [{ kind: 'select', name: 'a', many: true, placeholder: text, options: [] }, { kind: 'input', name: 'a', placeholder: text }, { kind: 'check', name: 'a', text }]
    const read: readonly Block[] = [
      { kind: 'text', text }, { kind: 'strong', text }, { kind: 'markdown', content: 'x' }, { kind: 'panel', title: text, content: 'x' }, { kind: 'rule' },
      { kind: 'button', ask: 'ask-1', button: { act: 'show', text, style: 'default' } },
    ]
    expect([filled.map(isControl), read.some(isControl)]).toEqual([[true, true, true], false])
  })
})
