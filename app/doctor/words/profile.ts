/** Findings about the profile: its folder, its layers and our rows in them. */
import type { Entries } from './entry.ts'

/** Holds with and without a registry that has the package. */
const ADD = {
  en: '"dsh plugin --profile {profile} add dsh-ask-anywhere" (or the path of its tarball instead of the name)',
  zh: '"dsh plugin --profile {profile} add dsh-ask-anywhere"（名称也可换成安装包的路径）',
} as const

export const PROFILE = {
  'profile.read': { level: 'ok', en: ['The profile {profile} has dsh-ask-anywhere {version}, composed from {layers} layers.'], zh: ['配置 {profile} 含 dsh-ask-anywhere {version}，由 {layers} 层组成。'] },
  'profile.bad-name': {
    level: 'fault',
    en: ['No profile can have that name.', 'A profile is one folder under the profiles of the dsh home.', 'Give the name that you start dsh with: --profile NAME.'],
    zh: ['配置不能使用该名称。', '每个配置是 dsh 主目录下 profiles 中的一个文件夹。', '请给出启动 dsh 时使用的名称：--profile 名称。'],
  },
  'profile.missing': {
    level: 'fault',
    en: ['There is no profile {profile} in {folder}.', 'A profile is what dsh starts with the bundle in it.', `Run ${ADD.en}, or name another profile with --profile.`],
    zh: ['{folder} 中没有配置 {profile}。', 'dsh 通过配置启动并加载本插件。', `请运行 ${ADD.zh}，或用 --profile 指定其他配置。`],
  },
  'profile.unreadable': {
    level: 'fault',
    en: ['{file} cannot be read ({why}).', 'dsh does not start with this profile.', `Mend the file, or make the profile anew: ${ADD.en}.`],
    zh: ['无法读取 {file}（{why}）。', 'dsh 无法以此配置启动。', `请修复该文件，或重建配置：${ADD.zh}。`],
  },
  'profile.no-bundle': {
    level: 'fault',
    en: ['The profile {profile} does not list dsh-ask-anywhere among its bundles.', 'Its rows are not there, so nothing asks anywhere.', `Run ${ADD.en}.`],
    zh: ['配置 {profile} 的插件包中没有 dsh-ask-anywhere。', '因此没有任何相关行，也不会提问。', `请运行 ${ADD.zh}。`],
  },
  'profile.not-installed': {
    level: 'fault',
    en: ['The bundle {bundle} is listed but not installed.', 'dsh does not start with this profile.', 'Run "dsh plugin --profile {profile} install".'],
    zh: ['插件包 {bundle} 已列出但未安装。', 'dsh 无法以此配置启动。', '请运行 "dsh plugin --profile {profile} install"。'],
  },
  'profile.unresolved': {
    level: 'note',
    en: ['The layer of {bundle} was not found, and is left out here.', 'Such bundles belong to the dsh installation, which is linked in when dsh first starts; only a change to our own rows in it would matter.', 'Start dsh once and run the doctor again to have it read.'],
    zh: ['未找到 {bundle} 的层，此处略去。', '这类插件包属于 dsh 安装本身，在 dsh 首次启动时链接进来；只有其中对本插件各行的修改才有影响。', '启动一次 dsh 后再运行诊断即可读取。'],
  },
  'profile.layer-broken': {
    level: 'fault',
    en: ['{file} is not valid YAML ({why}).', 'dsh does not start while a layer cannot be read.', 'Mend that line; an entry stands in place of an empty list [], not below it.'],
    zh: ['{file} 不是有效的 YAML（{why}）。', '任何一层无法读取时 dsh 都无法启动。', '请修复该行；条目应取代空列表 []，而不是写在它下面。'],
  },
  'profile.layer-shape': {
    level: 'fault',
    en: ['{file} is no list of entries.', 'dsh does not start while a layer is something else; also an empty one must hold [].', 'Make it a list that begins with "- id: ...", or write [].'],
    zh: ['{file} 不是条目列表。', '任何一层不是列表时 dsh 都无法启动；空文件也必须写 []。', '请改为以 "- id: ..." 开头的列表，或写 []。'],
  },
  'profile.entry-lost': {
    level: 'warning',
    en: ['{file} changes a row "{row}" that no earlier layer has.', 'dsh skips such an entry, so what it says has no effect.', 'Correct the id; ours are ask-core, ask-session, ask-terminal and ask-feishu.'],
    zh: ['{file} 修改了前面各层都没有的行“{row}”。', 'dsh 会跳过这样的条目，其内容不起作用。', '请更正 id；本插件的是 ask-core、ask-session、ask-terminal 与 ask-feishu。'],
  },
  'profile.row-twice': {
    level: 'fault',
    en: ['Two rows have the id {row}.', 'dsh does not start with two rows of one id.', 'Remove one of them, or give it another id.'],
    zh: ['有两行使用 id {row}。', '两行 id 相同时 dsh 无法启动。', '请删除其一，或换一个 id。'],
  },
  'profile.row': { level: 'ok', en: ['The row {row} is on and its config is valid.'], zh: ['行 {row} 已启用，配置有效。'] },
  'profile.row-missing': {
    level: 'fault',
    en: ['The row {row} is missing.', 'The installed bundle is older, or a layer has replaced it.', `Install the bundle anew: ${ADD.en}.`],
    zh: ['缺少行 {row}。', '已安装的插件包较旧，或某一层替换了它。', `请重新安装：${ADD.zh}。`],
  },
  'profile.row-disabled': {
    level: 'note',
    en: ['The row {row} is disabled.', 'What it does is off in this profile.', 'Remove "disabled" from the row if that is not meant.'],
    zh: ['行 {row} 已禁用。', '它的功能在此配置中关闭。', '若非有意，请从该行删除 "disabled"。'],
  },
  'profile.core-disabled': {
    level: 'fault',
    en: ['The row {row} is disabled.', 'It is the router: without it nothing of the journal, of late answers or of several places works.', 'Remove "disabled" from the row.'],
    zh: ['行 {row} 已禁用。', '它是路由：没有它，日志、迟到的回答与多处同时提问都不可用。', '请从该行删除 "disabled"。'],
  },
  'profile.row-config': {
    level: 'fault',
    en: ['The config of {row} is not valid at "{field}".', 'The row runs with its defaults until then: all that the config says is ignored.', 'Give {expected}.'],
    zh: ['{row} 的配置在“{field}”处无效。', '在修正之前该行以默认值运行，配置内容全部被忽略。', '应为 {expected}。'],
  },
  'profile.expression': {
    level: 'note',
    en: ['The row {row} holds an expression (!!js).', 'Only dsh evaluates those; the doctor takes the row\'s config as unknown.', 'Look at what dsh itself says at its start.'],
    zh: ['行 {row} 含有表达式（!!js）。', '只有 dsh 会求值；诊断将该行配置视为未知。', '请查看 dsh 启动时的输出。'],
  },
  'profile.version': {
    level: 'note',
    en: ['The profile has version {installed}, this doctor is {own}.', 'What each takes for a valid config may differ.', 'Run the doctor of that version: "npx dsh-ask-anywhere doctor" in the profile\'s folder.'],
    zh: ['配置中的版本为 {installed}，本诊断为 {own}。', '两者认可的配置可能不同。', '请运行该版本的诊断：在配置目录中运行 "npx dsh-ask-anywhere doctor"。'],
  },
} as const satisfies Entries
