import { relations } from '@pontic/contract'
import { expect, test } from 'vitest'
import { actionsOf } from './partner-actions.ts'

test('alice may apply to a lab she has nothing to do with', () => {
  expect(actionsOf('none')).toEqual(['apply'])
})

test('alice may take back what she asked of bob, and not answer it herself', () => {
  expect(actionsOf('applied')).toEqual(['cancel'])
})

test('bob may approve or refuse what alice asked of him, and not take it back', () => {
  expect(actionsOf('received')).toEqual(['approve', 'refuse'])
})

test('either of two partners may end the partnership', () => {
  expect(actionsOf('partner')).toEqual(['remove'])
})

test.each(relations)('there is a way on from every relation: %s', (relation) => {
  expect(actionsOf(relation)).not.toEqual([])
})
