import { describe, expect, test } from 'vitest'
import { parsePreviewFragment, parsePreviewToken } from './preview-token.ts'

const token = 'AZOwxI8qfDGdDlpLPC0eDwAAAZrXabc_-0123456789'

describe('parsing the fragment of a preview link', () => {
  test('the token is the complete fragment, with or without the hash sign', () => {
    expect(parsePreviewToken(`#${token}`)).toBe(token)
    expect(parsePreviewToken(token)).toBe(token)
  })

  test('a view may follow the token', () => {
    expect(parsePreviewFragment(`#${token}~1!30!90`)).toEqual({
      token,
      view: '1!30!90',
      tools: undefined,
    })
    expect(parsePreviewFragment(`#${token}`)).toEqual({ token, view: undefined, tools: undefined })
    expect(parsePreviewFragment(`#${token}~1!30~1!a`)).toEqual({ token, view: '1!30', tools: '1!a' })
  })

  test.each([
    '',
    '#',
    '#abc',
    `#${token}.`,
    `#${token}~`,
    `#${token}/..`,
    `#${token}%20`,
    `#${'a'.repeat(257)}`,
  ])('%j contains no token', (fragment) => {
    expect(parsePreviewToken(fragment)).toBeUndefined()
  })

  test.each([
    '#url=https://evil.example/a.stl',
    '#https://evil.example/a.stl',
    '#//127.0.0.1:9000/a.stl',
    '#file:///etc/passwd',
    `#${token}&url=https://evil.example/a.stl`,
    `#${token}~https://evil.example/a.stl`,
    `#${token}~url=//evil.example`,
  ])('T66: %s is refused, because an address of a file is not a token', (fragment) => {
    expect(parsePreviewToken(fragment)).toBeUndefined()
  })
})
