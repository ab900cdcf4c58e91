import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('T69: a task of one organization waits for one of the many tasks of another one', async () => {
  const turns = new Turns(1)
  const order: string[] = []
  const add = (organization: string, name: string) =>
    turns.run(organization, async () => {
      order.push(name)
      await Promise.resolve()
    })
  await Promise.all([
    ...['1', '2', '3', '4'].map((name) => add('clinic', `clinic ${name}`)),
    add('laboratory', 'laboratory 1'),
    add('laboratory', 'laboratory 2'),
  ])
  expect(order).toEqual(['clinic 1', 'clinic 2', 'laboratory 1', 'clinic 3', 'laboratory 2', 'clinic 4'])
})

test('a failed task ends its turn, and as many tasks run at once as allowed', async () => {
  const turns = new Turns(2)
  let [running, most] = [0, 0]
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    throw new Error('failed')
  }
  const results = await Promise.allSettled(Array.from({ length: 6 }, (_, at) => turns.run(`${at % 3}`, work)))
  expect(results.map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
  expect(most).toBe(2)
})
