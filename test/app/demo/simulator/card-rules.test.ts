import { describe, expect, it } from 'vitest'
import fc from '../../../helpers/properties.ts'
import { parseCard, validateCard } from '../../../../app/demo/simulator/card-rules.ts'
import { cardOf, dismiss, finalCard, form, input, markdown, multi, option, questionCard, single, submit, text } from './cards.ts'

const panel = (elements: readonly object[]) => ({ tag: 'collapsible_panel', header: { title: text('More') }, expanded: false, elements })
const columns = (elements: readonly object[]) => ({ tag: 'column_set', columns: [{ tag: 'column', width: 'weighted', weight: 1, elements }] })
const table = () => ({ tag: 'table', columns: [{ name: 'a', display_name: 'A' }], rows: [{ a: 'x' }] })
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const bilingual = (en: string, zh: string) => ({ ...text(en), i18n_content: { en_us: en, zh_cn: zh } })
const textTag = (content: string) => ({ tag: 'text_tag', text: text(content), color: 'blue' })

describe('a card that the platform takes', () => {
  it.each([
    ['a question with every kind of field', questionCard()],
    ['a final card', finalCard()],
    ['columns and panels', cardOf([columns([markdown('left')]), panel([markdown('hidden')])])],
    ['columns inside a form', cardOf([form([columns([single()]), submit()])])],
    ['three tags in the header', cardOf([], { header: { title: text('x'), subtitle: text('y'), template: 'turquoise', text_tag_list: times(3, (n) => textTag(`${n}`)) } })],
    ['texts in two languages', cardOf([{ ...markdown('Hello'), i18n_content: { zh_cn: '你好', en_us: 'Hello' } }])],
    ['a header in two languages', cardOf([], { header: { title: bilingual('Question', '提问'), subtitle: bilingual('open', '待回答'), text_tag_list: [{ ...textTag('new'), text: bilingual('new', '新') }] } })],
    ['labels in two languages', cardOf([form([single({ placeholder: bilingual('pick', '选'), options: [{ text: bilingual('yes', '是'), value: '1' }] }), submit('s', { text: bilingual('go', '提交') })])])],
    ['texts at their limits', cardOf([form([input({ max_length: 1, placeholder: text('x'.repeat(100)) }), submit('s', { text: text('x'.repeat(100)) })])])],
    ['four tables', cardOf(times(4, table))],
    ['a second button that resets the form', cardOf([form([single(), submit(), submit('reset', { form_action_type: 'reset' })])])],
    ['five levels of containers', cardOf([panel([panel([panel([panel([panel([markdown('deep')])])])])])])],
    ['a button that carries its value in the older property', cardOf([{ tag: 'button', text: text('Go'), value: { tag: 'anything', ask: '1' } }])],
  ])('%s', (_what, card) => {
    expect(validateCard(card)).toBeUndefined()
  })
})

describe('a card that the platform refuses with 230099', () => {
  it.each([
    ['not an object', 200621, []],
    ['no schema', 200830, { body: { elements: [] } }],
    ['schema 1.0', 200621, { config: {}, elements: [markdown('old')] }],
    ['elements of 1.0 in schema 2.0', 200830, { ...finalCard(), elements: [] }],
    ['elements in several languages beside a body', 200830, { ...finalCard(), i18n_elements: {} }],
    ['no body', 200621, { schema: '2.0' }],
    ['an unknown property of the card', 200621, { ...finalCard(), colour: 'red' }],
    ['an unknown property of the configuration', 200621, cardOf([], { config: { wide_screen_mode: true } })],
    ['an unknown property of an element', 200621, cardOf([{ ...markdown('x'), href: {} }])],
    ['a property of Object itself', 200621, cardOf([{ ...markdown('x'), constructor: 'x' }])],
    ['an unknown tag', 200861, cardOf([{ tag: 'marquee' }])],
    ['an element without a tag', 200861, cardOf([{ content: 'x' }])],
    ['the container "action" of 1.0', 200861, cardOf([{ tag: 'action', actions: [] }])],
    ['the container "note" of 1.0', 200861, cardOf([{ tag: 'note', elements: [] }])],
    ['a text where an element belongs', 200861, cardOf([text('x')])],
    ['a column outside its set', 200861, cardOf([{ tag: 'column', elements: [] }])],
    ['a language that nobody speaks', 200621, cardOf([{ ...markdown('x'), i18n_content: { tlh: 'x' } }])],
    ['languages without a text beside them', 200621, cardOf([{ tag: 'markdown', i18n_content: { en_us: 'x' } }])],
    ['a string where a text belongs', 200621, cardOf([{ tag: 'div', text: 'x' }])],
    ['a markdown node as a button text', 200861, cardOf([{ ...dismiss(), text: markdown('x') }])],
    ['a number as content', 200621, cardOf([{ tag: 'markdown', content: 1 }])],
    ['markdown without content', 200621, cardOf([{ tag: 'markdown' }])],
    ['an unknown colour of the header', 200621, cardOf([], { header: { title: text('x'), template: 'pink' } })],
    ['four tags in the header', 200621, cardOf([], { header: { title: text('x'), text_tag_list: times(4, (n) => textTag(`${n}`)) } })],
    ['a card of one viewer only', 200621, cardOf([], { config: { update_multi: false } })],
    ['more than 200 elements', 200621, cardOf(times(201, () => ({ tag: 'hr' })))],
    ['more than 200 nodes, texts counted', 200621, cardOf(times(101, () => ({ tag: 'div', text: text('x') })))],
    ['six levels of containers', 200621, cardOf([panel([panel([panel([panel([panel([panel([markdown('deep')])])])])])])])],
    ['five tables', 11310, cardOf(times(5, table))],
    ['five tables in markdown', 11310, cardOf([markdown(times(5, () => '| a | b |\n|---|---|\n| 1 | 2 |').join('\n\n'))])],
    ['a form in a column', 200621, cardOf([columns([form([single(), submit()])])])],
    ['a form in a panel', 200621, cardOf([panel([form([single(), submit()])])])],
    ['a form in a form', 200621, cardOf([form([form([single(), submit()], { name: 'inner' }), submit('outer_submit')])])],
    ['a table in a form', 200621, cardOf([form([table(), submit()])])],
    ['a form without a name', 200621, cardOf([{ tag: 'form', elements: [submit()] }])],
    ['a form with an empty name', 200621, cardOf([form([submit()], { name: '' })])],
    ['a form without a submit button', 200621, cardOf([form([single()])])],
    ['a submit button outside a form', 200621, cardOf([submit()])],
    ['a nameless field in a form', 200621, cardOf([form([{ tag: 'input' }, submit()])])],
    ['a nameless button in a form', 200621, cardOf([form([{ tag: 'button', text: text('Go'), form_action_type: 'submit' }])])],
    ['two fields of one name', 200621, cardOf([form([single(), multi({ name: 'q0' }), submit()])])],
    ['a button named like a field of the form', 200621, cardOf([form([single(), submit()]), dismiss({ name: 'q0' })])],
    ['two options of one value', 200621, cardOf([form([single({ options: [option('0', 'a'), option('0', 'b')] }), submit()])])],
    ['a multi select outside a form', 200621, cardOf([multi()])],
    ['a button text of 101 characters', 200621, cardOf([dismiss({ text: text('x'.repeat(101)) })])],
    ['a placeholder of 101 characters', 200621, cardOf([form([input({ placeholder: text('x'.repeat(101)) }), submit()])])],
    ['an input of length 0', 200621, cardOf([form([input({ max_length: 0 }), submit()])])],
    ['an input of length 1001', 200621, cardOf([form([input({ max_length: 1001 }), submit()])])],
    ['an unknown behaviour', 200621, cardOf([dismiss({ behaviors: [{ type: 'explode' }] })])],
  ])('%s', (_what, code, card) => {
    const refusal = validateCard(card)
    expect(refusal).toMatchObject({ http: 400, code: 230099 })
    expect(refusal?.msg).toContain(`ErrCode: ${code};`)
  })
})

describe('the size of a card', () => {
  it('is counted in bytes as they came: 30 KB pass, one more is 230025', () => {
    const empty = JSON.stringify(cardOf([markdown('')]))
    const room = 30 * 1024 - Buffer.byteLength(empty)
    const filled = (bytes: number) => empty.replace('"content":""', `"content":"${'x'.repeat(bytes)}"`)
    expect(parseCard(filled(room))).toHaveProperty('card')
    expect(parseCard(filled(room + 1))).toMatchObject({ refusal: { code: 230025 } })
    expect(parseCard(`${filled(room)} `)).toMatchObject({ refusal: { code: 230025 } })
    expect(validateCard(cardOf([markdown('题'.repeat(10_300))]))).toMatchObject({ code: 230025 })
  })

  it('names content that is not JSON at all', () => {
    expect(parseCard('{')).toMatchObject({ refusal: { code: 230099, msg: expect.stringContaining('not JSON') } })
  })
})

describe('any JSON at all', () => {
  it('gets an answer: it is taken or refused, never a crash', () => {
    const content = fc.oneof(fc.json(), fc.jsonValue().map((value) => JSON.stringify({ schema: '2.0', body: { elements: [value, { tag: 'div', text: value }] } })))
    fc.assert(fc.property(content, (json) => {
      const parsed = parseCard(json)
      if ('refusal' in parsed) expect([230099, 230025]).toContain(parsed.refusal.code)
      else expect(validateCard(parsed.card)).toBeUndefined()
    }), { numRuns: 300, verbose: true })
  })

  it('may be nested as deep as it likes', () => {
    expect(parseCard(`${'['.repeat(15_000)}${']'.repeat(15_000)}`)).toHaveProperty('refusal')
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
    expect(validateCard({ ...finalCard(), card_link: deep })).toMatchObject({ code: 230025 })
  })
})
