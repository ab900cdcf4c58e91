import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { documentRefusals } from '@pontic/contract'
import { expect, test } from 'vitest'

const perFormat = process.env.PONTIC_TEST_LONG ? 200 : 40
const script = join(import.meta.dirname, '../../test/mutate-documents.ts')

test(`T41: ${perFormat} malformed documents of each format are parsed or refused with a reason, within 300 MB of memory`, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(perFormat), '41'], {
    maxBuffer: 8 * 1024 * 1024,
  })
  const { outcomes, peakBytes } = JSON.parse(stdout) as {
    outcomes: Record<string, Record<string, number>>
    peakBytes: number
  }
  const known: readonly string[] = documentRefusals
  for (const [format, tally] of Object.entries(outcomes)) {
    const others = Object.keys(tally).filter((outcome) => !known.includes(outcome))
    expect({ format, others }).toEqual({ format, others: [] })
    expect(Object.values(tally).reduce((sum, count) => sum + count, 0)).toBe(perFormat)
  }
  expect(peakBytes).toBeLessThan(300 * 1024 * 1024)
}, 300_000)
