import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { dividedContract } from '../../build-contract-split.ts'

const contract = fileURLToPath(new URL('../../../../packages/contract/src/', import.meta.url))
const load = dividedContract.load as (id: string) => { code: string } | undefined
const read = (name: string) => ({
  plain: load(`${contract}${name}?plain`)?.code ?? '',
  rest: load(contract + name)?.code ?? '',
})

test('a module of the contract is divided into values without schemas and the rest, which exports all names', () => {
  const { plain, rest } = read('cases/orders/order-query.ts')
  expect(plain).toContain('export const orderSorts')
  expect(plain).not.toContain('OrderQuery')
  expect(rest).toContain('export const OrderQuery')
  expect(rest).toMatch(
    /export \{ orderSorts, unlimitedSorts, isSortable, dueKinds \} from ".+order-query\.ts\?plain"/,
  )
})

test('no half without schemas imports the schema library or a half with schemas', () => {
  const names = globSync('**/*.ts', { cwd: contract, exclude: ['**/*.test.ts'] })
  const divided = names.filter((name) => read(name).plain !== '')
  expect(divided).toContain('cases/orders/order-types.ts')
  for (const name of divided) {
    const imports = [...read(name).plain.matchAll(/ from "(.+)"$/gm)].map(([, path]) => path ?? '')
    for (const path of imports) {
      const isHalf = path.endsWith('?plain')
      const file = isHalf || !path.startsWith('.') ? undefined : new URL(path, `file://${contract}${name}`)
      expect(isHalf || file !== undefined, `${name} imports ${path}`).toBe(true)
      // A module that is not divided has no schemas if it imports no module that has some.
      if (file) expect(readFileSync(file, 'utf8'), `${name} imports ${path}`).not.toContain("from 'zod")
    }
  }
})

test('a module without schemas stays whole', () => {
  expect(load(`${contract}limits.ts`)).toBeUndefined()
})
