import { type Order, orderStatuses } from '@pontic/contract'
import { describe, expect, test } from 'vitest'
import {
  type CaseVisitor,
  canAddFiles,
  canCreateCase,
  canCreatePreviewLinks,
  canEdit,
  canRemoveFile,
  listCaseActions,
  nextActionOf,
  rolesFor,
} from './order-actions.ts'

const brookside = '0193b0c4-8f2a-7c31-9d0e-000000000001'
const northlight = '0193b0c4-8f2a-7c31-9d0e-000000000002'

const alice: CaseVisitor = {
  authorities: ['ROLE_CLINIC'],
  organization_type: 1,
  org_admin_flag: true,
  membership: 'active',
  two_factor_needed: false,
  organization_id: brookside,
}
const bob: CaseVisitor = {
  ...alice,
  authorities: ['ROLE_LAB'],
  organization_type: 2,
  organization_id: northlight,
}
const carol: CaseVisitor = { ...bob, organization_id: '0193b0c4-8f2a-7c31-9d0e-000000000003' }
const dave: CaseVisitor = {
  ...carol,
  authorities: ['ROLE_PERSON'],
  organization_type: 3,
  org_admin_flag: false,
}
const root: CaseVisitor = { ...carol, authorities: ['ROLE_ADMIN'], organization_type: 255 }

// The fields that actions depend on.
const base = {
  status: 'uploaded',
  clinicId: brookside,
  labId: northlight,
  proposedOn: null,
  questionOpenSince: null,
  questionWaitsFor: null,
  reviewState: 'none',
  isReviewRequired: false,
  isSendWaiting: false,
  isWithdrawn: false,
  isLabGone: false,
  filesTotal: 2,
  hasFiles: true,
} as Order

const names = (order: Partial<Order>, visitor: CaseVisitor) =>
  listCaseActions({ ...base, ...order }, visitor).map(({ action }) => action)
const next = (order: Partial<Order>, visitor: CaseVisitor) => {
  const merged = { ...base, ...order }
  return nextActionOf(merged, listCaseActions(merged, visitor))?.action
}

describe('listCaseActions', () => {
  test('a clinic may send, edit, remark and discard an uploaded case', () => {
    expect(names({}, alice)).toEqual(['send', 'prescribe', 'edit', 'remark', 'discard'])
  })

  test('a clinic may request a deferred send during the upload, and cancel it', () => {
    const order = { ...base, status: 'scanned' } as const
    expect(listCaseActions(order, alice)[0]).toEqual({ action: 'send', isDeferred: true })
    expect(names({ status: 'scanned', isSendWaiting: true }, alice)).toEqual([
      'prescribe',
      'edit',
      'remark',
      'cancelSend',
      'discard',
    ])
  })

  test('a clinic may declare that a case has no scans only while it has no files', () => {
    expect(names({ status: 'scanned', filesTotal: 0 }, alice)).toContain('declareNoScans')
    expect(names({ status: 'scanned', filesTotal: 1 }, alice)).not.toContain('declareNoScans')
  })

  test('a laboratory may accept or reject a sent case, and ship or reject an accepted case', () => {
    expect(names({ status: 'pending' }, bob)).toEqual(['accept', 'assign', 'remark', 'reject'])
    expect(names({ status: 'accepted' }, bob)).toEqual([
      'ship',
      'requestReview',
      'assign',
      'moveDay',
      'remark',
      'reject',
    ])
  })

  test('only an administrator of the laboratory may assign a case, until it is completed', () => {
    const ben = { ...bob, org_admin_flag: false }
    for (const status of orderStatuses) expect(names({ status }, ben)).not.toContain('assign')
    expect(orderStatuses.filter((status) => names({ status }, bob).includes('assign'))).toEqual([
      'pending',
      'accepted',
      'shipped',
    ])
  })

  test('a clinic may answer a proposed delivery day, which is its next action', () => {
    const order = { status: 'accepted', proposedOn: '2037-12-11' } as const
    expect(names(order, alice)).toEqual(['complete', 'answerDay', 'remark'])
    expect(next(order, alice)).toBe('answerDay')
    expect(names(order, bob)).not.toContain('answerDay')
  })

  test('a clinic may recall an accepted case only when its laboratory is banned or deleted', () => {
    expect(names({ status: 'accepted' }, alice)).toEqual(['complete', 'remark'])
    expect(names({ status: 'accepted', isLabGone: true }, alice)).toEqual(['complete', 'remark', 'recall'])
  })

  test('a foreign laboratory, an individual and the platform have no action on a case in any status', () => {
    for (const visitor of [carol, dave, root])
      for (const status of orderStatuses) expect(names({ status }, visitor)).toEqual([])
  })

  test('a laboratory has no action on a withdrawn case', () => {
    expect(names({ isWithdrawn: true }, bob)).toEqual([])
  })
})

test('only the party that has to act gets the next action', () => {
  expect(orderStatuses.map((status) => next({ status }, alice))).toEqual([
    'send',
    'send',
    undefined,
    undefined,
    'complete',
    undefined,
    'send',
  ])
  expect(orderStatuses.map((status) => next({ status }, bob))).toEqual([
    undefined,
    undefined,
    'accept',
    'ship',
    undefined,
    undefined,
    undefined,
  ])
})

test('a clinic may add files until the case is accepted, its laboratory only while it is accepted, another laboratory never', () => {
  const open = (visitor: CaseVisitor) =>
    orderStatuses.filter((status) => canAddFiles({ ...base, status }, visitor))
  expect(open(alice)).toEqual(['scanned', 'uploaded', 'pending', 'rejected'])
  expect(open(bob)).toEqual(['accepted'])
  expect(open(carol)).toEqual([])
})

test('a clinic may edit a case before it is sent and after a rejection, a laboratory never', () => {
  const open = (visitor: CaseVisitor) =>
    orderStatuses.filter((status) => canEdit({ ...base, status }, visitor))
  expect(open(alice)).toEqual(['scanned', 'uploaded', 'rejected'])
  expect(open(bob)).toEqual([])
})

test('only the two parties may create preview links, and only clinics may create cases', () => {
  expect([alice, bob, carol, dave, root].map((visitor) => canCreatePreviewLinks(base, visitor))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect([alice, bob, dave, root].map(canCreateCase)).toEqual([true, false, false, false])
})

test('a party may remove its unfinished files in any status, its verified files in some, and no files of the other party', () => {
  const open = (visitor: CaseVisitor, file: Parameters<typeof canRemoveFile>[1]) =>
    orderStatuses.filter((status) => canRemoveFile({ ...base, status }, file, visitor))
  expect(open(alice, { party: 'clinic', state: 'verified' })).toEqual(['scanned', 'uploaded', 'rejected'])
  expect(open(alice, { party: 'clinic', state: 'uploading' })).toEqual([...orderStatuses])
  expect(open(bob, { party: 'clinic', state: 'uploading' })).toEqual([])
  expect(open(bob, { party: 'lab', state: 'verified' })).toEqual(['accepted'])
})

test('a laboratory may assign the roles of laboratory files, a clinic all roles', () => {
  expect(rolesFor(base, bob)).toEqual(['design', 'other'])
  expect(rolesFor(base, alice)).toContain('upper')
})

test('an open question blocks accept and ship but not reject, and the clinic that has to answer it may add files', () => {
  const paused = { ...base, questionOpenSince: '2026-11-20T10:00:00Z', questionWaitsFor: 'clinic' } as const
  const actionsOf = (status: Order['status'], visitor: CaseVisitor) =>
    listCaseActions({ ...paused, status }, visitor).map(({ action }) => action)
  expect(actionsOf('pending', bob)).toEqual(['assign', 'remark', 'reject'])
  expect(actionsOf('accepted', bob)).toEqual(['requestReview', 'assign', 'moveDay', 'remark', 'reject'])
  expect(actionsOf('pending', alice)).toContain('recall')
  expect(canAddFiles({ ...paused, status: 'accepted' }, alice)).toBe(true)
  expect(canAddFiles({ ...paused, status: 'accepted', questionWaitsFor: 'lab' }, alice)).toBe(false)
})

test('a demanded design review replaces shipping by the request for it, and the clinic reviews the design first', () => {
  const demanded = { status: 'accepted', isReviewRequired: true } as const
  expect(next(demanded, bob)).toBe('requestReview')
  expect(names(demanded, bob)).not.toContain('ship')
  expect(names(demanded, alice)).toContain('waiveReview')
  const asked = { ...demanded, reviewState: 'requested' } as const
  expect(next(asked, alice)).toBe('judgeReview')
  expect(next(asked, bob)).toBeUndefined()
  expect(names(asked, bob)).toContain('withdrawReview')
  expect(next({ ...demanded, reviewState: 'changes_asked' }, bob)).toBe('requestReview')
  expect(next({ ...demanded, reviewState: 'approved' }, bob)).toBe('ship')
  expect(names({ status: 'accepted' }, alice)).not.toContain('waiveReview')
  expect(names(asked, dave)).toEqual([])
})

test('a clinic may order remakes of shipped and completed cases, a laboratory never', () => {
  const open = (visitor: CaseVisitor) =>
    orderStatuses.filter((status) =>
      listCaseActions({ ...base, status }, visitor).some(({ action }) => action === 'remake'),
    )
  expect(open(alice)).toEqual(['shipped', 'completed'])
  expect(open(bob)).toEqual([])
})
