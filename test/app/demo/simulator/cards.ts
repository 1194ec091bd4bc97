/** Cards for the tests, made by hand. */

export const text = (content: string) => ({ tag: 'plain_text', content })
export const option = (value: string, content = `Option ${value}`) => ({ text: text(content), value })

export const submit = (name = 'submit_1', extra: object = {}) => ({
  tag: 'button',
  name,
  type: 'primary',
  text: text('Submit'),
  form_action_type: 'submit',
  behaviors: [{ type: 'callback', value: { ask: '1', act: 'submit' } }],
  ...extra,
})

export const dismiss = (extra: object = {}) => ({
  tag: 'button',
  name: 'dismiss_1',
  text: text('Dismiss'),
  behaviors: [{ type: 'callback', value: { ask: '1', act: 'dismiss' } }],
  confirm: { title: text('Dismiss?'), text: text('The agent goes on without an answer.') },
  ...extra,
})

export const form = (elements: readonly object[], extra: object = {}) => ({ tag: 'form', name: 'answers', elements, ...extra })

export const cardOf = (elements: readonly object[], extra: object = {}) => ({
  schema: '2.0',
  config: { update_multi: true, enable_forward: false, width_mode: 'fill', summary: { content: 'A question' } },
  header: { title: text('A question'), template: 'blue' },
  body: { elements },
  ...extra,
})

export const single = (extra: object = {}) => ({ tag: 'select_static', name: 'q0', required: true, options: [option('0'), option('1')], ...extra })
export const multi = (extra: object = {}) => ({ tag: 'multi_select_static', name: 'q1', required: false, options: [option('0'), option('1')], ...extra })
export const input = (extra: object = {}) => ({ tag: 'input', name: 'q0_other', input_type: 'multiline_text', max_length: 1000, ...extra })
export const markdown = (content: string) => ({ tag: 'markdown', content })

/** A question's card with one field of each kind. */
export const questionCard = () => cardOf([
  { tag: 'div', text: text('Which database?') },
  form([single(), multi(), input(), { tag: 'checker', name: 'q2_skip', checked: false, text: text('Skip') }, submit()]),
  { tag: 'hr' },
  dismiss(),
])

export const finalCard = () => cardOf([markdown('**Wang Fang** answered')])
