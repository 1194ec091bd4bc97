/** Which objects a card of schema 2.0 is made of, and which properties each may have. */

/** What a property holds. A list is an enumeration; the names in the lower half are other shapes. */
export type Kind =
  | 'string' | 'boolean' | 'number' | 'object' | 'strings' | 'callbackValue'
  | 'text' | 'richText' | 'elements' | 'columns' | 'options' | 'behaviors' | 'tags' | 'tableColumns'
  | '$body' | '$config' | '$summary' | '$header' | '$confirm' | '$panelHeader' | '$border' | '$icon' | '$texts'
  | readonly string[]

/** A property's name with its kind. */
export type Shape = Readonly<Record<string, Kind>>

const HEADER_TEMPLATES = [
  'blue', 'wathet', 'turquoise', 'green', 'yellow', 'orange', 'red', 'carmine', 'violet', 'purple', 'indigo', 'grey', 'default',
] as const

const TAG_COLOURS = [
  'neutral', 'blue', 'turquoise', 'lime', 'orange', 'violet', 'indigo', 'wathet', 'green', 'yellow', 'red', 'purple', 'carmine',
] as const

const BUTTON_TYPES = [
  'default', 'primary', 'danger', 'text', 'primary_text', 'danger_text', 'primary_filled', 'danger_filled', 'laser',
] as const

/** Every element may carry these. */
const COMMON = { tag: 'string', element_id: 'string', margin: 'string' } as const satisfies Shape
const LAYOUT = {
  direction: ['vertical', 'horizontal'], padding: 'string',
  horizontal_spacing: 'string', horizontal_align: ['left', 'center', 'right'],
  vertical_spacing: 'string', vertical_align: ['top', 'center', 'bottom'],
} as const satisfies Shape
const ANSWERING = { name: 'string', disabled: 'boolean', behaviors: 'behaviors', confirm: '$confirm' } as const satisfies Shape
const CHOOSING = {
  ...COMMON, ...ANSWERING, type: ['default', 'text'], required: 'boolean', placeholder: 'text', options: 'options', width: 'string',
} as const satisfies Shape

/**
 * One row per tag that a question's card can use. Anything else is refused, although the platform also knows
 * pictures, charts, date pickers and more.
 */
export const TAGS = {
  markdown: { ...COMMON, content: 'string', i18n_content: '$texts', text_align: ['left', 'center', 'right'], text_size: 'string', icon: '$icon' },
  plain_text: { tag: 'string', element_id: 'string', content: 'string', i18n_content: '$texts', text_size: 'string', text_color: 'string', text_align: ['left', 'center', 'right'], lines: 'number' },
  lark_md: { tag: 'string', element_id: 'string', content: 'string', i18n_content: '$texts', text_size: 'string', text_color: 'string', text_align: ['left', 'center', 'right'], lines: 'number' },
  div: { ...COMMON, text: 'richText', icon: '$icon', width: 'string' },
  hr: { ...COMMON },
  form: { ...COMMON, ...LAYOUT, name: 'string', elements: 'elements' },
  input: {
    ...COMMON, ...ANSWERING, required: 'boolean', placeholder: 'text', default_value: 'string', width: 'string', max_length: 'number',
    input_type: ['text', 'multiline_text', 'password'], show_icon: 'boolean', rows: 'number', auto_resize: 'boolean', max_rows: 'number',
    label: 'text', label_position: ['top', 'left'], value: 'callbackValue', fallback: 'object',
  },
  select_static: { ...CHOOSING, initial_option: 'string', initial_index: 'number' },
  multi_select_static: { ...CHOOSING, selected_values: 'strings' },
  checker: {
    ...COMMON, ...ANSWERING, checked: 'boolean', text: 'richText', overall_checkable: 'boolean', button_area: 'object',
    checked_style: 'object', padding: 'string', hover_tips: 'text', disabled_tips: 'text',
  },
  button: {
    ...COMMON, ...ANSWERING, text: 'text', type: BUTTON_TYPES, size: ['tiny', 'small', 'medium', 'large'], width: 'string', icon: '$icon',
    hover_tips: 'text', disabled_tips: 'text', value: 'callbackValue', form_action_type: ['submit', 'reset'], required: 'boolean',
  },
  collapsible_panel: {
    ...COMMON, ...LAYOUT, expanded: 'boolean', background_color: 'string', header: '$panelHeader', border: '$border', elements: 'elements',
  },
  column_set: {
    ...COMMON, horizontal_spacing: 'string', horizontal_align: ['left', 'center', 'right'], columns: 'columns',
    flex_mode: ['none', 'stretch', 'flow', 'bisect', 'trisect'], background_style: 'string', action: 'object',
  },
  column: { ...COMMON, ...LAYOUT, background_style: 'string', width: 'string', weight: 'number', elements: 'elements', action: 'object' },
  table: {
    ...COMMON, columns: 'tableColumns', rows: 'object', page_size: 'number', row_height: 'string', header_style: 'object', freeze_first_column: 'boolean',
  },
  text_tag: { tag: 'string', element_id: 'string', text: 'text', color: TAG_COLOURS },
  standard_icon: { tag: 'string', token: 'string', color: 'string', size: 'string' },
} as const satisfies Record<string, Shape>

/** The objects without a tag, by the property that they stand in. */
export const SHAPES = {
  $card: { schema: ['2.0'], config: '$config', card_link: 'object', header: '$header', body: '$body' },
  $config: {
    update_multi: 'boolean', enable_forward: 'boolean', enable_forward_interaction: 'boolean', width_mode: ['default', 'compact', 'fill'],
    summary: '$summary', locales: 'strings', use_custom_translation: 'boolean', style: 'object', streaming_mode: 'boolean', streaming_config: 'object',
  },
  $summary: { content: 'string', i18n_content: '$texts' },
  $header: {
    title: 'richText', subtitle: 'richText', template: HEADER_TEMPLATES, text_tag_list: 'tags', i18n_text_tag_list: 'object', icon: '$icon', padding: 'string',
  },
  $body: { ...LAYOUT, elements: 'elements' },
  $confirm: { title: 'text', text: 'text' },
  $panelHeader: {
    title: 'richText', background_color: 'string', vertical_align: ['top', 'center', 'bottom'], padding: 'string', position: ['top', 'bottom'],
    width: 'string', icon: '$icon', icon_position: ['left', 'right', 'follow_text'], icon_expanded_angle: 'number',
  },
  $border: { color: 'string', corner_radius: 'string' },
  $icon: TAGS.standard_icon,
  $texts: { zh_cn: 'string', zh_hk: 'string', zh_tw: 'string', en_us: 'string', ja_jp: 'string' },
  $option: { text: 'text', value: 'string', icon: '$icon' },
  $callback: { type: ['callback'], value: 'callbackValue' },
  $openUrl: { type: ['open_url'], default_url: 'string', android_url: 'string', ios_url: 'string', pc_url: 'string' },
  $tableColumn: { name: 'string', display_name: 'string', width: 'string', data_type: 'string', vertical_align: 'string', horizontal_align: 'string', format: 'object', date_format: 'string' },
} as const satisfies Record<string, Shape>

export type ShapeName = keyof typeof SHAPES

/** Properties that an object can't do without. */
export const REQUIRED: Readonly<Partial<Record<ShapeName | keyof typeof TAGS, readonly string[]>>> = {
  $card: ['schema', 'body'],
  $body: ['elements'],
  $option: ['text', 'value'],
  $header: ['title'],
  $confirm: ['title', 'text'],
  $panelHeader: ['title'],
  $tableColumn: ['name'],
  markdown: ['content'],
  plain_text: ['content'],
  lark_md: ['content'],
  div: ['text'],
  form: ['name', 'elements'],
  select_static: ['options'],
  multi_select_static: ['options'],
  button: ['text'],
  collapsible_panel: ['header', 'elements'],
  column_set: ['columns'],
  column: ['elements'],
  table: ['columns', 'rows'],
  text_tag: ['text'],
}
