import { listMissing, orderTypes, Prescription, readInput } from '@pontic/contract'
import { describe, expect, it } from 'vitest'
import { demoCases } from './demo-cases.ts'

describe('demo', () => {
  it.each(demoCases)('the prescription of $patient is complete', ({ type, prescription }) => {
    const given = readInput(Prescription, prescription)
    expect(given).toMatchObject({ isValid: true })
    if (given.isValid) expect(listMissing(type, given.value)).toEqual([])
  })

  it('the demo has cases of every type', () => {
    const types = new Set(demoCases.map(({ type }) => type))
    expect([...types].sort()).toEqual(Object.values(orderTypes).sort())
  })
})
