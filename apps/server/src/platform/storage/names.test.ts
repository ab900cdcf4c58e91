import { describe, expect, it } from 'vitest'
import { attachmentOf, cleanName, uniqueNames } from './names.ts'

describe('Names of files', () => {
  it('T40: file names never leave their folder and are never device names', () => {
    const given: [string, string][] = [
      ['../../x', '_.._x'],
      ['..\\x', '_x'],
      ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
      ['nul\0.stl', 'nul_.stl'],
      ['CON', '_CON'],
      ['com1.stl', '_com1.stl'],
      ['LPT¹', '_LPT¹'],
      ['x\r\nSet-Cookie: a=b', 'x__Set-Cookie_ a=b'],
      ['invoice\u202elts.exe', 'invoice_lts.exe_'],
      ['x.bat. ', 'x.bat_'],
      ['x.bat::$DATA', 'x.bat__$DATA'],
      [`${'é'.repeat(98)}.bat.${'a'.repeat(20)}`, `${'é'.repeat(97)}.bat_`],
      [' . . ', 'file'],
      ['...', 'file'],
      ['upper. ', 'upper'],
      ['Ober­kiefer Ü.stl', 'Ober­kiefer Ü.stl'],
      ['上颌.stl', '上颌.stl'],
    ]
    for (const [name, clean] of given) expect([name, cleanName(name)]).toEqual([name, clean])
  })

  it('T40: file names have at most 200 bytes and keep their extension', () => {
    for (const letter of ['a', 'é', '颌', '🦷']) {
      const clean = cleanName(`${letter.repeat(300)}.stl`)
      expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(200)
      expect(clean).toMatch(/\.stl$/)
      expect(clean.isWellFormed()).toBe(true)
    }
    expect(cleanName(`${'a'.repeat(199)}.${'b'.repeat(50)}`)).toBe('a'.repeat(199))
  })

  it('file names within a ZIP are unique, also on disks that ignore case', () => {
    const names = ['a.stl', 'A.stl', 'a.stl', 'a (2).stl', 'b', 'B', '.stl', 'ﬁ.obj', 'fi.obj']
    const unique = uniqueNames(names)
    expect(unique).toEqual([
      'a.stl',
      'A (2).stl',
      'a (3).stl',
      'a (2) (2).stl',
      'b',
      'B (2)',
      'stl',
      'ﬁ.obj',
      'fi (2).obj',
    ])
    expect(new Set(unique.map((name) => name.toLowerCase())).size).toBe(names.length)
  })

  it('T40: file names are encoded in a header as in RFC 6266 §4', () => {
    expect(attachmentOf('upper.stl')).toBe(`attachment; filename="upper.stl"; filename*=UTF-8''upper.stl`)
    expect(attachmentOf('Кейс "1"; a=b.stl')).toBe(
      `attachment; filename="____ _1__ a=b.stl"; filename*=UTF-8''%D0%9A%D0%B5%D0%B9%D1%81%20_1_%3B%20a%3Db.stl`,
    )
    expect(attachmentOf("it's (1)*.stl")).toContain("filename*=UTF-8''it%27s%20%281%29_.stl")
    expect(attachmentOf('a\r\nb')).not.toMatch(/[\r\n]/)
  })
})
