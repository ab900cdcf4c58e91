import { relations } from '@pontic/contract'
import { expect, test } from 'vitest'
import { actionsOf } from './partner-actions.ts'

test('an organization may apply for a partnership with an unrelated organization', () => {
  expect(actionsOf('none')).toEqual(['apply'])
})

test('the sender of an application may cancel it but not answer it', () => {
  expect(actionsOf('applied')).toEqual(['cancel'])
})

test('the recipient of an application may approve or refuse it but not cancel it', () => {
  expect(actionsOf('received')).toEqual(['approve', 'refuse'])
})

test('each of two partners may remove the other', () => {
  expect(actionsOf('partner')).toEqual(['remove'])
})

test.each(relations)('the relation %s allows at least one action', (relation) => {
  expect(actionsOf(relation)).not.toEqual([])
})
