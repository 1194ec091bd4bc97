/** Views of cards in short: what a reader of English sees, a line for each block. */
import type { Block, ButtonView } from '../../../surfaces/feishu/view.ts'

export function drawn(blocks: readonly Block[]): readonly string[] {
  return blocks.map((block) => {
    switch (block.kind) {
      case 'text':
        return block.text.en
      case 'strong':
        return `**${block.text.en}**`
      case 'markdown':
        return `md: ${block.content}`
      case 'panel':
        return `fold ${block.title.en}: ${block.content}`
      case 'rule':
        return '---'
      case 'button':
        return `[${block.button.text.en}] ${block.ask}`
      case 'select':
        return `${block.many ? 'many' : 'one'} ${block.name} ${block.placeholder.en}: ${block.options.map(({ text, value }) => `${value}=${text.en}`).join(', ')}`
      case 'input':
        return `input ${block.name} ${block.placeholder.en}`
      case 'check':
        return `check ${block.name} ${block.text.en}`
    }
  })
}

export function pressable(buttons: readonly ButtonView[]): readonly string[] {
  return buttons.map(({ act, text, style, confirm }) => `${act} ${style} ${text.en}${confirm === undefined ? '' : ` (${confirm.title.en} ${confirm.text.en})`}`)
}
