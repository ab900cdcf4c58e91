import { expect, test } from 'vitest'
import { readMailedCode } from './mailed-code.ts'

const code = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA'

test('the code of a mailed link is read from the fragment of its address', () => {
  expect(readMailedCode(`#code=${code}`)).toBe(code)
  expect(readMailedCode(`code=${code}`)).toBe(code)
})

test.each(['', '#', '#code=', '#code=short', `#token=${code}`, `#code=${'x'.repeat(101)}`])(
  'no code is read from the invalid fragment "%s"',
  (hash) => {
    expect(readMailedCode(hash)).toBeUndefined()
  },
)
