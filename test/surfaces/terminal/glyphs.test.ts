import { describe, expect, it } from 'vitest'
import { textWidth } from '../../../surfaces/terminal/cells.ts'
import { glyphSetOf, glyphsOf } from '../../../surfaces/terminal/glyphs.ts'
import type { Glyphs } from '../../../surfaces/terminal/glyphs.ts'

/** Of the signs that stand in columns. */
function columns({ pointer, single, multi, corners, horizontal, vertical, crossing, ellipsis }: Glyphs): number[] {
  return [pointer, ...single, ...multi, ...corners.top, ...corners.bottom, horizontal, vertical, crossing, ellipsis].map(textWidth)
}

describe('the signs', () => {
  it.each([
    [{}, 'unicode'], [{ LANG: 'zh_CN.UTF-8' }, 'unicode'], [{ LANG: 'C.utf8', TERM: 'xterm' }, 'unicode'], [{ LANG: 'zh_TW' }, 'unicode'], [{ LANG: 'MAC' }, 'unicode'], [{ LANG: 'POSIXLY' }, 'unicode'], [{ LANG: 'zh_CN.GB-utf-8' }, 'ascii'], [{ LANG: 'zh_CN.utf-80' }, 'ascii'], [{ LANG: 'zh_CN.utf8@pinyin' }, 'unicode'],
    [{ LANG: 'C' }, 'ascii'], [{ LC_ALL: 'POSIX', LANG: 'en_US.UTF-8' }, 'ascii'], [{ LANG: 'en_US.ISO-8859-1' }, 'ascii'],
    [{ LC_ALL: '', LC_CTYPE: 'en_US.UTF-8', LANG: 'C' }, 'unicode'], [{ LANG: 'en_US.UTF-8', TERM: 'linux' }, 'ascii'], [{ LANG: 'en_US.UTF-8', TERM: 'vt220' }, 'ascii'],
  ])('are chosen by locale and terminal: %j', (env, set) => {
    expect(glyphSetOf(env)).toBe(set)
  })

  it('of the plain set are ASCII, those that stand in columns as wide as the others', () => {
    expect(JSON.stringify(glyphsOf('ascii'))).toMatch(/^[ -~]*$/)
    expect(columns(glyphsOf('ascii'))).toEqual(columns(glyphsOf('unicode')))
  })
})
