import { describe, expect, test } from 'vitest'
import { parsePreviewFragment, parsePreviewToken } from './preview-token.ts'

const token = 'AZOwxI8qfDGdDlpLPC0eDwAAAZrXabc_-0123456789'

describe('the token of a preview link', () => {
  test('is all of the fragment, with or without the hash sign', () => {
    expect(parsePreviewToken(`#${token}`)).toBe(token)
    expect(parsePreviewToken(token)).toBe(token)
  })

  test('may be followed by a view', () => {
    expect(parsePreviewFragment(`#${token}~1!30!90`)).toEqual({ token, view: '1!30!90' })
    expect(parsePreviewFragment(`#${token}`)).toEqual({ token, view: undefined })
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
  ])('is not there in %j', (fragment) => {
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
  ])('T66: %s names no scan, because addresses are no tokens', (fragment) => {
    expect(parsePreviewToken(fragment)).toBeUndefined()
  })
})
