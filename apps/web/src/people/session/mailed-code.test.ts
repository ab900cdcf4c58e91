import { expect, test } from 'vitest'
import { readMailedCode } from './mailed-code.ts'

const code = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA'

test('alice’s link carries its code behind the #', () => {
  expect(readMailedCode(`#code=${code}`)).toBe(code)
  expect(readMailedCode(`code=${code}`)).toBe(code)
})

test.each(['', '#', '#code=', '#code=short', `#token=${code}`, `#code=${'x'.repeat(101)}`])(
  'a link that lost its end carries no code: %s',
  (hash) => {
    expect(readMailedCode(hash)).toBeUndefined()
  },
)
