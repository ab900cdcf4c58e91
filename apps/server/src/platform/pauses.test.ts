import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pauseForRequests, recordRequest } from './pauses.ts'

/** Whether a pause after a piece of work of `ms` milliseconds lasts beyond the current turn of the event loop. */
const isPaused = (ms: number) =>
  Promise.race([pauseForRequests(performance.now() - ms).then(() => false), nextTurn(true)])

test('T69: a long task pauses only after a request', async () => {
  expect(await isPaused(1_000)).toBe(false)
  recordRequest()
  expect(await isPaused(1_000)).toBe(true)
})
