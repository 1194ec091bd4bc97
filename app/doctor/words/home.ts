/** Findings about what is kept in the dsh home: secrets, operators, the journal and the lock. */
import type { Entries } from './entry.ts'

export const HOME = {
  'secrets.found': { level: 'ok', en: ['The secrets {names} are set ({sources}).'], zh: ['密钥 {names} 已设置（{sources}）。'] },
  'secrets.missing': {
    level: 'fault',
    en: ['The secret {name} is not set.', 'It was looked for in the environment, in .credentials.yaml of the dsh home, and in .env of this folder and of the home.', 'Run "npx dsh-ask-anywhere setup", or set {name} where you start dsh.'],
    zh: ['密钥 {name} 未设置。', '已在环境变量、dsh 主目录的 .credentials.yaml、以及当前目录和主目录的 .env 中查找。', '请运行 "npx dsh-ask-anywhere setup"，或在启动 dsh 处设置 {name}。'],
  },
  'secrets.blanks': {
    level: 'warning',
    en: ['The secret {name} begins or ends with a blank or a quotation mark.', 'That comes from copying and is refused by the platform.', 'Set {name} again without it.'],
    zh: ['密钥 {name} 以空白或引号开头或结尾。', '这通常来自复制，平台会拒绝。', '请去掉后重新设置 {name}。'],
  },
  'secrets.file-open': {
    level: 'fault',
    en: ['{file} can be read by others (mode {mode}).', 'dsh does not start while its secrets are open.', 'Run chmod 600 on it.'],
    zh: ['{file} 可被他人读取（权限 {mode}）。', '密钥文件公开时 dsh 无法启动。', '请对其运行 chmod 600。'],
  },
  'secrets.file-broken': {
    level: 'fault',
    en: ['{file} is no list of names and values ({why}).', 'dsh does not start with it.', 'Make each line NAME: "value".'],
    zh: ['{file} 不是名称与值的列表（{why}）。', 'dsh 无法以此启动。', '请把每行写成 名称: "值"。'],
  },
  'people.ok': { level: 'ok', en: ['{operators} may answer on the phone, cards go to {recipients}.'], zh: ['{operators} 人可在手机上回答，卡片发给 {recipients} 处。'] },
  'people.no-operator': {
    level: 'fault',
    en: ['Nobody may answer on the phone.', 'A click counts only from somebody who was named or paired, so no card is sent.', 'Type /pair at the terminal of dsh and send the code to the bot, or add {id: ou_…, role: answer} to "operators".'],
    zh: ['没有人可以在手机上回答。', '只有被指定或配对的人的点击才有效，因此不会发送卡片。', '请在 dsh 终端输入 /pair 并把配对码发给机器人，或在 "operators" 中加入 {id: ou_…, role: answer}。'],
  },
  'people.no-recipient': {
    level: 'fault',
    en: ['Nobody gets cards.', 'Operators that are named in the config get none unless they are recipients, too.', 'Add {id: ou_…, idType: open_id} to "recipients".'],
    zh: ['没有人会收到卡片。', '配置中指定的操作者若不同时是接收者，就收不到卡片。', '请在 "recipients" 中加入 {id: ou_…, idType: open_id}。'],
  },
  'people.no-approver': {
    level: 'warning',
    en: ['Nobody may approve plans and permissions on the phone.', 'All operators have the role "answer".', 'Give one the role "approve", or type /pair approve at the terminal.'],
    zh: ['没有人可以在手机上批准计划与权限。', '所有操作者的角色都是 "answer"。', '请把其中一人的角色设为 "approve"，或在终端输入 /pair approve。'],
  },
  'people.only-reads': {
    level: 'warning',
    en: ['{count} of the recipients may not answer.', 'They get cards on which their clicks are refused.', 'Add them to "operators", or take them out of "recipients".'],
    zh: ['有 {count} 个接收者不能回答。', '他们会收到卡片，但点击会被拒绝。', '请把他们加入 "operators"，或从 "recipients" 中移除。'],
  },
  'people.file': {
    level: 'fault',
    en: ['The paired operators are not believed: {file} {why}.', 'Whoever could have written that file could let anybody answer.', 'Remove it or run chmod 600 on it, then pair again.'],
    zh: ['已配对的操作者不被信任：{file} {why}。', '能写该文件的人可以让任何人回答。', '请删除它或对其运行 chmod 600，然后重新配对。'],
  },
  'home.unwritable': {
    level: 'fault',
    en: ['{folder} cannot be written ({why}).', 'Without it there is no journal, no pairing and no lock against a second process.', 'Let the user who runs dsh write there, or set DSH_HOME to another folder.'],
    zh: ['{folder} 不可写（{why}）。', '没有它就没有日志、配对，也没有防止第二个进程的锁。', '请让运行 dsh 的用户可写，或把 DSH_HOME 设为其他目录。'],
  },
  'journal.ok': { level: 'ok', en: ['The journal holds {lines} lines in {bytes} bytes.'], zh: ['日志共 {lines} 行，{bytes} 字节。'] },
  'journal.none': { level: 'ok', en: ['There is no journal yet; the first question begins it.'], zh: ['尚无日志；首次提问时建立。'] },
  'journal.unreadable': {
    level: 'fault',
    en: ['The journal {file} cannot be read ({why}).', 'After a restart no card would be found again and no late answer delivered.', 'Give it back to the user who runs dsh.'],
    zh: ['无法读取日志 {file}（{why}）。', '重启后将找不回卡片，也无法送达迟到的回答。', '请把它归还给运行 dsh 的用户。'],
  },
  'journal.open': {
    level: 'warning',
    en: ['The journal {file} can be read by others (mode {mode}).', 'It holds what was asked and answered.', 'Run chmod 600 on it.'],
    zh: ['日志 {file} 可被他人读取（权限 {mode}）。', '其中有问题与回答的内容。', '请对其运行 chmod 600。'],
  },
  'journal.torn': {
    level: 'warning',
    en: ['{count} lines of the journal are torn.', 'A process or the machine ended while it wrote; all other lines are read.', 'Nothing, once; if it happens again, set "journalSync: true" in the row ask-core and look at the disk.'],
    zh: ['日志中有 {count} 行残缺。', '写入时进程或机器中断；其余各行可正常读取。', '偶发无需处理；若再次发生，请在行 ask-core 中设置 "journalSync: true" 并检查磁盘。'],
  },
  'journal.large': {
    level: 'warning',
    en: ['The journal has {bytes} bytes, more than twice what "journalBytes" allows.', 'No process could put it aside and begin a new one.', 'See that the folder {folder} can be written by the user who runs dsh.'],
    zh: ['日志有 {bytes} 字节，超过 "journalBytes" 的两倍。', '没有进程能将其归档并新建。', '请确认运行 dsh 的用户可写 {folder}。'],
  },
  'journal.off': { level: 'note', en: ['The journal is set to "{mode}".', 'No words are kept: an answer that was on its way when dsh ended is lost.', 'Set "journal: full" if that is not meant.'], zh: ['日志设为 "{mode}"。', '不保存文字：dsh 结束时正在送达的回答会丢失。', '若非有意，请设置 "journal: full"。'] },
  'owner.none': { level: 'ok', en: ['No other process on this machine serves the bot.'], zh: ['本机没有其他进程在使用该机器人。'] },
  'owner.running': { level: 'note', en: ['Process {pid} on this machine serves the bot.', 'One process at a time does: another dsh keeps to its terminal.', 'Nothing, if that is your dsh; otherwise end that process.'], zh: ['本机进程 {pid} 正在使用该机器人。', '同一时间只有一个进程使用它，其他 dsh 只用终端。', '若那是你的 dsh，无需处理；否则请结束该进程。'] },
  'owner.stale': { level: 'note', en: ['A process that is gone has left its lock behind.', 'The next one takes it over.'], zh: ['一个已结束的进程留下了锁。', '下一个进程会接管它。'] },
} as const satisfies Entries
