import {
  type AuditAction,
  type Erasure,
  type ErasureState,
  limits,
  type RouteReply,
  type Routes,
  toLanguage,
} from '@pontic/contract'
import type { MailTemplate, MessageParams } from '@pontic/messages'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { listMailedAdministrators } from './empty-case.queries.ts'
import {
  createErasureRows,
  type ErasureRow,
  findErasure,
  listErasureRows,
  lockCases,
  saveErasureUndone,
} from './erasures.queries.ts'
import { createErasureCode, toLabCopies } from './erasures.shared.ts'
import { getPatientOrders } from './patients.service.ts'

const listName = 'erasures'
const dayMs = 86_400_000
const productionStatuses: readonly string[] = ['pending', 'accepted']

function stateOf(row: ErasureRow, now: Date): ErasureState {
  if (row.undoneAt !== null) return 'undone'
  if (row.doneAt !== null) return 'done'
  return new Date(row.dueAt) <= now && row.heldNumbers.length > 0 ? 'held' : 'waiting'
}

function toErasure({ doneAt, undoneAt, undoneBy, ...row }: ErasureRow, now: Date): Erasure {
  const state = stateOf({ ...row, doneAt, undoneAt, undoneBy }, now)
  return {
    ...row,
    state,
    heldNumbers: state === 'held' ? row.heldNumbers : [],
    endedBy: undoneBy,
    endedAt: undoneAt ?? doneAt,
  }
}

/** Returns one page of the erasures of the caller's clinic, newest first. @throws request.invalid (cursor) */
export async function listErasures(
  { tx, scope, services }: ReadCall<'scope' | 'services'>,
  paging: Paging,
): Promise<RouteReply<Routes['erasures.list']>> {
  const found = await listErasureRows(tx, scope, parseWindow(listName, 'moment', paging))
  return toPage(listName, paging, found, {
    show: (row) => toErasure(row, services.now()),
    cursorOf: (row) => ({ key: row.requestedAt, id: row.id }),
  })
}

/**
 * Creates the erasure of a patient. It runs after 30 days and can be undone until then. Mails all administrators of
 * the clinic.
 * @throws patient.not_found; patient.changed; erasure.in_production if an order is pending or accepted;
 * erasure.running if an order already has an erasure
 */
export async function createErasure(
  call: Call<'tx' | 'scope' | 'services'>,
  chosen: { name: string; orderIds: readonly string[] },
): Promise<Erasure> {
  const { tx, scope, services } = call
  const now = services.now()
  await lockCases(tx, scope, chosen.orderIds)
  const cases = await getPatientOrders(call, chosen)
  const working = cases.filter(
    ({ status, isDiscarded }) => !isDiscarded && productionStatuses.includes(status),
  )
  if (working.length > 0)
    fail('erasure.in_production', { numbers: working.map(({ number }) => number).join(', ') })
  if (cases.some(({ erasureId }) => erasureId !== null)) fail('erasure.running')
  const id = newId(now.getTime())
  const code = createErasureCode(now)
  const { account, organization } = scope
  await createErasureRows(tx, {
    id,
    organizationId: organization.id,
    kind: 'patient',
    code,
    patientName: chosen.name,
    requestedBy: account,
    now,
    dueAt: new Date(now.getTime() + limits.patientErasureDays * dayMs),
    copies: toLabCopies(cases),
    cases: cases.map((one) => ({ id: one.id, code })),
  })
  await auditErasure(
    call,
    'erasures.create',
    id,
    cases.map((one) => one.id),
  )
  await mailAdministrators(call, [organization.id], 'erasure_ordered', {
    by: account.name,
    organization: organization.name,
    count: cases.length,
    days: limits.patientErasureDays,
  })
  return await notifyAndRead(call, id)
}

async function auditErasure(
  { tx, scope }: Call<'tx' | 'scope'>,
  action: AuditAction,
  id: string,
  orderIds: readonly string[],
) {
  await recordAudit(tx, scope, { action, objectType: 'erasure', objectId: id, detail: { orderIds } })
}

async function notifyAndRead(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<Erasure> {
  await notifyChange(tx, { feature: 'patients', id: null, organizationIds: [scope.organization.id] })
  const row = (await findErasure(tx, scope, id)) ?? fail('erasure.not_found')
  return toErasure(row, services.now())
}

/** Cancels an erasure that is not due yet. @throws erasure.not_found, erasure.ended */
export async function undoErasure(call: Call<'tx' | 'scope' | 'services'>, id: string): Promise<Erasure> {
  const { tx, scope, services } = call
  if ((await findErasure(tx, scope, id)) === undefined) fail('erasure.not_found')
  if (!(await saveErasureUndone(tx, scope, id, services.now()))) fail('erasure.ended')
  await auditErasure(call, 'erasures.undo', id, [])
  return await notifyAndRead(call, id)
}

/** Mails the administrators of organizations. The parameters must not name the patient. */
export async function mailAdministrators(
  { tx, services }: Call<'tx' | 'services'>,
  organizationIds: readonly string[],
  template: MailTemplate,
  params: MessageParams,
): Promise<void> {
  for (const { email, name, language } of await listMailedAdministrators(tx, organizationIds)) {
    await sendMail(tx, services, {
      to: email,
      name,
      language: toLanguage(language),
      template,
      params,
      link: template === 'erasure_done' ? '/order/list' : '/organization/patients',
    })
  }
}
