import { expect, test } from 'vitest'
import { backupRow } from './service/status.ts'

const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs)
const settings = { env: { PONTIC_BACKUP_TARGET: '/mnt/backup' } }

/** The mark of the line, and the end of its text. */
function rate(backupAt: number | null, archivedAt: number | null, failingFor: number | null = null) {
  const at = (minutes: number | null) => (minutes === null ? null : ago(minutes))
  const row = backupRow(settings, {
    backupAt: at(backupAt),
    archivedAt: at(archivedAt),
    failingSince: at(failingFor),
  })
  return [row.isWarning ? '!' : row.isWell ? '✓' : '✗', row.text.replace(/^.*\/mnt\/backup/, '')]
}

test('`pontic status` rates the newest backup and the copies of changes', () => {
  const failing = expect.stringMatching(/^; has been failing since \S+Z, `pontic logs` has the reason$/)
  expect(rate(60, 1)).toEqual(['✓', ''])
  expect(rate(37 * 60, 1)).toEqual(['✗', ': too old'])
  expect(rate(null, null)).toEqual(['✗', ''])
  expect(rate(60, 20)).toEqual(['✗', expect.stringMatching(/^; changes since \S+Z are not in it$/)])
  expect(rate(60, 2, 1)).toEqual(['!', failing])
  expect(rate(60, 20, 19)).toEqual(['✗', failing])
  expect(rate(null, null, 1)).toEqual(['✗', failing])
})
