import {
  type AuditAction,
  businessTypes,
  type Partner,
  type PartnerOption,
  type PartnershipAction,
  type PartnershipSide,
  type PartnershipStatus,
  partnershipTransitions,
  partnerTypeOf,
  type Relation,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { countOpenOrdersByPartner, returnPendingOrders } from '../orders/order-partners.service.ts'
import { mailPartner, type PartnerMail } from './partner-mails.ts'
import {
  createApplication,
  deletePair,
  findOther,
  findPartner,
  listOptionRows,
  listPartnerRows,
  listRequested,
  lockPair,
  type OtherOrganization,
  type PairRow,
  type PartnerRow,
  searchPartners,
  updatePairToPartner,
} from './partners.queries.ts'

const racesMax = 5

/**
 * Searches organizations that could become partners, best match first, at most 20 (requirement 5.partner.search,
 * rules §8).
 */
export async function findPartners(call: Call<'tx' | 'scope'>, words: string): Promise<Partner[]> {
  const { tx, scope } = call
  return toPartners(call, await searchPartners(tx, scope, words))
}

/** Maps organizations to DTOs, with the number of open orders between each and the caller's organization. */
export async function toPartners(
  { tx, scope }: Call<'tx' | 'scope'>,
  rows: readonly PartnerRow[],
): Promise<Partner[]> {
  const ids = rows.map((row) => row.organization_id)
  const openOrders = await countOpenOrdersByPartner(tx, scope.organization.id, ids)
  return rows.map((row) => ({
    organizationId: row.organization_id,
    name: row.name,
    businessType: row.business_type,
    address: row.address,
    logoImageId: row.logo_image_id,
    relation: relationOf(scope, row),
    since: row.decided_at ?? row.requested_at,
    message: row.status === 'requested' ? row.message : null,
    openOrders: openOrders.get(row.organization_id) ?? 0,
  }))
}

function relationOf(scope: Scope, row: Pick<PartnerRow, 'status' | 'requested_by'>): Relation {
  if (row.status === null) return 'none'
  if (row.status === 'partner') return 'partner'
  return row.requested_by === scope.organization.id ? 'applied' : 'received'
}

/**
 * Applies for a partnership. Creates the partnership at once if the other organization has applied too, or accepts
 * automatically (rules §8). Of two simultaneous applications of a pair, the second waits for the first and finds it.
 * @throws partner.self, partner.not_found, partner.wrong_type, partner.banned, partner.wrong_state
 */
export async function applyForPartnership(
  call: Call<'tx' | 'scope' | 'services'>,
  application: { organizationId: string; message: string },
): Promise<Partner> {
  const { tx, scope, services } = call
  const other = await findApplicable(call, application.organizationId)
  const own = scope.organization.id
  for (let race = 0; race < racesMax; race++) {
    const now = services.now()
    const isNew = await createApplication(tx, { from: own, to: other.id, message: application.message, now })
    if (isNew) {
      if (other.auto_accepts_partners) return becomePartners(call, other, 'partners.autoAccept')
      return record(call, other, {
        audit: 'partners.apply',
        mail: 'partner_applied',
        was: null,
        is: 'requested',
      })
    }
    const pair = await lockPair(tx, own, other.id)
    if (pair && canRun('approve', pair, scope)) {
      return becomePartners(call, other, 'partners.approve')
    }
    if (pair) break
    // The other application was cancelled between the two statements, so the loop tries again.
  }
  return fail('partner.wrong_state')
}

async function findApplicable({ tx, scope }: Call<'tx' | 'scope'>, id: string): Promise<OtherOrganization> {
  if (id === scope.organization.id) fail('partner.self')
  const other = await findOther(tx, id)
  if (!other) fail('partner.not_found')
  if (other.business_type !== partnerTypeOf(scope.organization.businessType)) fail('partner.wrong_type')
  if (other.banned_at !== null) fail('partner.banned')
  return other
}

async function becomePartners(
  call: Call<'tx' | 'scope' | 'services'>,
  other: OtherOrganization,
  audit: AuditAction,
): Promise<Partner> {
  const { tx, scope, services } = call
  await updatePairToPartner(tx, scope.organization.id, other.id, services.now())
  return record(call, other, {
    audit,
    mail: 'partner_approved',
    was: 'requested',
    is: 'partner',
  })
}

/** A change of a relation; `was` and `is` are the relation before and after, null for none. */
type Recorded = {
  audit: AuditAction
  mail: PartnerMail | undefined
  was: PartnershipStatus | null
  is: PartnershipStatus | null
  detail?: { returnedOrders: number }
}

/**
 * Records the audit of a change, mails the other organization, and notifies open pages.
 * @returns the other organization after the change
 */
async function record(
  call: Call<'tx' | 'scope' | 'services'>,
  other: Pick<OtherOrganization, 'id' | 'name'>,
  change: Recorded,
): Promise<Partner> {
  const { tx, scope } = call
  await recordAudit(tx, scope, {
    action: change.audit,
    objectType: 'partnership',
    objectId: other.id,
    subjectOrganizationIds: [other.id],
    detail: change.detail ?? {},
    before: { status: change.was },
    after: { status: change.is },
  })
  if (change.mail) await mailPartner(call, scope.organization, other, change.mail)
  await notifyChange(tx, {
    feature: 'partners',
    id: null,
    organizationIds: [scope.organization.id, other.id],
  })
  const row = await findPartner(tx, scope, other.id)
  const [partner] = await toPartners(call, row ? [row] : [])
  return partner ?? fail('partner.not_found')
}

function sideOf(pair: PairRow, scope: Scope): PartnershipSide {
  return pair.requested_by === scope.organization.id ? 'requester' : 'recipient'
}

function canRun(action: PartnershipAction, pair: PairRow, scope: Scope): boolean {
  const { from, side }: { from: readonly PartnershipStatus[]; side: PartnershipSide } =
    partnershipTransitions[action]
  return from.includes(pair.status) && (side === 'either' || side === sideOf(pair, scope))
}

/**
 * Locks the relation between the caller's organization and another, and checks the action against the transition
 * table.
 * @throws partner.not_found if the two have no relation, partner.wrong_state
 */
async function lockForAction(
  { tx, scope }: Call<'tx' | 'scope'>,
  action: PartnershipAction,
  organizationId: string,
): Promise<PartnerRow> {
  const pair = await lockPair(tx, scope.organization.id, organizationId)
  const other = pair && (await findPartner(tx, scope, organizationId))
  if (!other) fail('partner.not_found')
  if (!canRun(action, pair, scope)) fail('partner.wrong_state')
  return other
}

/**
 * Approves or refuses an application that the caller's organization has received.
 * @throws partner.not_found; partner.wrong_state; partner.banned if a banned organization is to be approved
 */
export async function answerApplication(
  call: Call<'tx' | 'scope' | 'services'>,
  answer: { organizationId: string; approve: boolean },
): Promise<Partner> {
  const { tx, scope } = call
  const action = answer.approve ? 'approve' : 'refuse'
  await lockForAction(call, action, answer.organizationId)
  const other = await findOther(tx, answer.organizationId)
  if (!other) fail('partner.not_found')
  if (answer.approve && other.banned_at !== null) fail('partner.banned')
  if (answer.approve) return becomePartners(call, other, 'partners.approve')
  await deletePair(tx, scope.organization.id, other.id)
  return record(call, other, {
    audit: 'partners.refuse',
    mail: 'partner_refused',
    was: 'requested',
    is: null,
  })
}

/** Cancels an application of the caller's organization. @throws partner.not_found, partner.wrong_state */
export async function cancelApplication(
  call: Call<'tx' | 'scope' | 'services'>,
  organizationId: string,
): Promise<void> {
  const { tx, scope } = call
  const other = await lockForAction(call, 'cancel', organizationId)
  await deletePair(tx, scope.organization.id, organizationId)
  const named = { id: organizationId, name: other.name }
  await record(call, named, {
    audit: 'partners.cancel',
    mail: undefined,
    was: 'requested',
    is: null,
  })
}

/**
 * Ends a partnership. Pending orders return to the clinic; accepted and shipped orders continue (rules §8).
 * @throws partner.not_found, partner.wrong_state
 */
export async function removePartner(
  call: Call<'tx' | 'scope' | 'services'>,
  organizationId: string,
): Promise<void> {
  const { tx, scope } = call
  const other = await lockForAction(call, 'remove', organizationId)
  const own = scope.organization.id
  // The pair stays locked until the commit, so that a simultaneous send waits and is then refused.
  const isLab = scope.organization.businessType === businessTypes.lab
  const sides = isLab ? { clinicId: organizationId, labId: own } : { clinicId: own, labId: organizationId }
  await deletePair(tx, own, organizationId)
  const returnedOrders = await returnPendingOrders(call, sides)
  const ended = { id: organizationId, name: other.name }
  await record(call, ended, {
    audit: 'partners.remove',
    mail: 'partner_ended',
    was: 'partner',
    is: null,
    detail: { returnedOrders },
  })
}

/** Returns one page of open applications, sent and received, newest first. */
export async function listApplications(call: Call<'tx' | 'scope'>, paging: Paging) {
  const { tx, scope } = call
  const list = 'partners.applications'
  const found = await listRequested(tx, scope, parseWindow(list, 'moment', paging))
  const page = toPage(list, paging, found, {
    show: (row) => row,
    cursorOf: (row) => ({ key: row.requested_at ?? '', id: row.organization_id }),
  })
  return { ...page, list: await toPartners(call, page.list) }
}

/** Returns one page of partners, sorted by name. */
export async function listPartners(call: Call<'tx' | 'scope'>, words: string, paging: Paging) {
  const { tx, scope } = call
  const list = 'partners.list'
  const found = await listPartnerRows(tx, scope, words, parseWindow(list, 'text', paging))
  const page = toPage(list, paging, found, {
    show: (row) => row,
    cursorOf: (row) => ({ key: row.sort_name, id: row.organization_id }),
  })
  return { ...page, list: await toPartners(call, page.list) }
}

/** Returns all partners for a select field, sorted by name, without banned ones. */
export async function listPartnerOptions({ tx, scope }: Call<'tx' | 'scope'>): Promise<PartnerOption[]> {
  const rows = await listOptionRows(tx, scope)
  return rows.map((row) => ({
    organizationId: row.organization_id,
    name: row.name,
    businessType: row.business_type,
  }))
}
