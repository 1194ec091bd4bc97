/** The words of the list of asks and of late answers, one table per language. */

export const en = {
  title: 'Questions',
  count: (open: number, continued: number) => (continued === 0 ? `${open} open` : `${open} open, ${continued} late`),
  thisSession: 'This session',
  continued: 'late',
  shown: 'shown',
  unknown: 'not readable before its session is opened',
  age: { s: (count: number) => `${count}s`, m: (count: number) => `${count}m`, h: (count: number) => `${count}h`, d: (count: number) => `${count}d` },
  late: {
    waiting: (count: number) => (count === 1 ? '1 question still takes a late answer: ^G lists it.' : `${count} questions still take a late answer: ^G lists them.`),
    putAway: 'Put away; a late answer is still taken: ^G lists it.',
    delivered: (what: string) => `Late answer sent as a message: ${what}`,
    unreadable: 'What was asked is not on record here: open its session first.',
    failed: {
      BAD_ANSWER: 'The agent\'s host did not take this answer: change it and submit again.',
      NO_SESSION: 'Not sent: the session is not open and could not be opened. Submit again later.',
      NOT_ANSWERABLE: 'The late answer was not taken: the question is over.',
      REPLY_QUEUED: 'The late answer was not taken: another reply waits to be read already.',
    },
    closed: {
      'settled-elsewhere': 'Answered elsewhere: no late answer is taken any more.',
      gone: 'The question is over: no late answer is taken any more.',
    },
  },
}

export const zh: typeof en = {
  title: '提问列表',
  count: (open, continued) => (continued === 0 ? `待答 ${open}` : `待答 ${open}，可补答 ${continued}`),
  thisSession: '本会话',
  continued: '可补答',
  shown: '当前显示',
  unknown: '打开其会话后才能阅读',
  age: { s: (count) => `${count} 秒`, m: (count) => `${count} 分`, h: (count) => `${count} 小时`, d: (count) => `${count} 天` },
  late: {
    waiting: (count) => `还有 ${count} 个提问可以补答：按 ^G 查看。`,
    putAway: '已放到一边，仍可补答：按 ^G 查看。',
    delivered: (what) => `迟到的回答已作为消息发送: ${what}`,
    unreadable: '这里没有提问的内容：请先打开其会话。',
    failed: {
      BAD_ANSWER: '主机没有接受该回答：请修改后再提交。',
      NO_SESSION: '未发送：会话没有打开，也无法打开。请稍后再提交。',
      NOT_ANSWERABLE: '迟到的回答未被接受：该问题已结束。',
      REPLY_QUEUED: '迟到的回答未被接受：已有另一条回答在等待读取。',
    },
    closed: {
      'settled-elsewhere': '已在别处回答：不再接受迟到的回答。',
      gone: '该问题已结束：不再接受迟到的回答。',
    },
  },
}
