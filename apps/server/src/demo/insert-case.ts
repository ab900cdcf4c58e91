import { type OrderAction, type OrderStatus, orderTransitions, Prescription } from '@pontic/contract'
import { updateRisk } from '../cases/delivery/delivery.service.ts'
import { startMesh } from '../cases/meshes/mesh-files.service.ts'
import { createOrderNumber } from '../cases/orders/order-number.shared.ts'
import { saveWork } from '../cases/prescriptions/work.service.ts'
import type { Tx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { DemoCase, DemoFile } from './demo-cases.ts'
import type { StoredDemoFile } from './demo-files.ts'
import type { DemoIds } from './demo-people.ts'
import { type DemoPersonKey, demoOrganizations, demoPeople } from './demo-people.ts'
import { insertDemoConversation } from './insert-conversation.ts'
import { insertDemoReview } from './insert-review.ts'

const dayMs = 86_400_000

/** The actions that lead to each status, in sequence. */
const paths: Record<OrderStatus, readonly OrderAction[]> = {
  scanned: [],
  uploaded: ['finishUpload'],
  pending: ['finishUpload', 'send'],
  accepted: ['finishUpload', 'send', 'accept'],
  shipped: ['finishUpload', 'send', 'accept', 'ship'],
  completed: ['finishUpload', 'send', 'accept', 'ship', 'complete'],
  rejected: ['finishUpload', 'send', 'reject'],
}

const technicians: Record<'northlight' | 'atelier', DemoPersonKey> = { northlight: 'ben', atelier: 'carol' }

type Step = {
  kind: OrderAction | 'register'
  at: Date
  who: DemoPersonKey
  from: OrderStatus | null
  to: OrderStatus
}

/** Inserts a demo case with its prescription, timeline, messages, share and files. */
export async function insertDemoCase(
  tx: Tx,
  one: DemoCase,
  ids: DemoIds,
  files: Record<DemoFile, StoredDemoFile>,
  now: Date,
): Promise<void> {
  const steps = stepsOf(one, now)
  const orderId = newId()
  await insertOrder(tx, orderId, one, ids, files, steps, now)
  await updateRisk(tx, orderId)
  const body = JSON.stringify(Prescription.parse(one.prescription))
  await tx.insertInto('prescription').values({ order_id: orderId, body }).execute()
  await saveWork(tx, orderId)
  for (const step of steps) await insertStep(tx, orderId, one, ids, step, now)
  await insertDemoConversation(tx, orderId, one, ids, now)
  if (one.shared) await insertShare(tx, orderId, one, ids, steps)
  for (const name of one.files) await insertFile(tx, orderId, one, ids, name, files[name], steps)
  await insertDemoReview(tx, orderId, one, ids, now)
}

async function insertShare(
  tx: Tx,
  orderId: string,
  one: DemoCase,
  ids: DemoIds,
  steps: readonly Step[],
): Promise<void> {
  const at = steps.at(-1)!.at
  const shared = { order_id: orderId, may_download: one.shared === 'download', shared_at: at }
  const accountId = ids.people.dave
  const address = { email: demoPeople.dave.email, shared_by: ids.people[one.by], account_id: accountId }
  await tx
    .insertInto('order_share_address')
    .values({ ...shared, ...address })
    .execute()
  await tx
    .insertInto('order_share')
    .values({ ...shared, account_id: accountId })
    .execute()
}

/** Lists the steps of a case, distributed over the days since its registration. The last step is in the past. */
function stepsOf(one: DemoCase, now: Date): Step[] {
  const path = paths[one.status]
  const bornMs = now.getTime() - one.ageDays * dayMs
  const spanMs = (one.ageDays * dayMs) / (path.length + 1)
  const steps: Step[] = [{ kind: 'register', at: new Date(bornMs), who: one.by, from: null, to: 'scanned' }]
  let status: OrderStatus = 'scanned'
  for (const [index, kind] of path.entries()) {
    const row = orderTransitions[kind]
    const to: OrderStatus = 'to' in row ? row.to : status
    const isLabs = (row.parties as readonly string[]).includes('lab')
    const who = isLabs && one.lab ? technicians[one.lab] : one.by
    // Upload and send follow the registration within minutes. The other steps are days apart.
    const atMs =
      kind === 'finishUpload' || kind === 'send'
        ? bornMs + (index + 1) * 240_000
        : bornMs + (index + 1) * spanMs
    steps.push({ kind, at: new Date(atMs), who, from: status, to })
    status = to
  }
  return steps
}

const dayOf = (now: Date, inDays: number) =>
  new Date(now.getTime() + inDays * dayMs).toISOString().slice(0, 10)

async function insertOrder(
  tx: Tx,
  id: string,
  one: DemoCase,
  ids: DemoIds,
  files: Record<DemoFile, StoredDemoFile>,
  steps: readonly Step[],
  now: Date,
): Promise<void> {
  const last = steps.at(-1)!
  const sent = steps.find((step) => step.kind === 'send')
  const accepted = steps.find((step) => step.kind === 'accept')
  const ofClinic = one.files.filter((name) => name !== 'design')
  const bytes = ofClinic.reduce((sum, name) => sum + files[name].sizeBytes, 0)
  await tx
    .insertInto('orders')
    .values({
      id,
      number: createOrderNumber(one.type, steps[0]?.at ?? now),
      clinic_id: ids.organizations[demoPeople[one.by].organization],
      lab_id: one.lab ? ids.organizations[one.lab] : null,
      status: one.status,
      type: one.type,
      version: steps.length,
      patient_name: one.patient,
      doctor: one.doctor,
      scan_date: dayOf(now, -one.ageDays),
      delivery_on: one.dueDays === null ? null : dayOf(now, one.dueDays),
      is_delivery_confirmed: accepted !== undefined,
      equipment_number: 'IOS-2231',
      software_version: '5.2.1',
      other_requirements: one.requirements,
      remark: one.remark ?? '',
      sender_account_id: sent ? ids.people[one.by] : null,
      sender_name: sent ? demoPeople[one.by].name : '',
      updater_name: demoPeople[last.who].name,
      operator: accepted ? demoPeople[accepted.who].name : '',
      technician_id: accepted ? ids.people[accepted.who] : null,
      express_number: one.expressNumber ?? null,
      carrier: one.carrier ?? '',
      created_by: ids.people[one.by],
      created_at: steps[0]?.at ?? now,
      updated_at: last.at,
      sent_at: sent?.at ?? null,
      files_total: ofClinic.length,
      files_verified: ofClinic.length,
      bytes_total: bytes,
      bytes_received: bytes,
    })
    .execute()
}

async function insertStep(
  tx: Tx,
  orderId: string,
  one: DemoCase,
  ids: DemoIds,
  step: Step,
  now: Date,
): Promise<void> {
  const { organization, name } = demoPeople[step.who]
  await tx
    .insertInto('order_event')
    .values({
      id: newId(),
      order_id: orderId,
      at: step.at,
      kind: step.kind,
      from_status: step.from,
      to_status: step.to,
      account_id: ids.people[step.who],
      account_name: name,
      organization_id: ids.organizations[organization],
      organization_name: demoOrganizations[organization].name,
      note: step.kind === 'reject' ? (one.reason?.note ?? '') : '',
      reason: step.kind === 'reject' ? (one.reason?.code ?? null) : null,
      delivery_on: step.kind === 'accept' && one.dueDays !== null ? dayOf(now, one.dueDays) : null,
      express_number: step.kind === 'ship' ? (one.expressNumber ?? null) : null,
      lab_id:
        one.lab && step.kind !== 'register' && step.kind !== 'finishUpload'
          ? ids.organizations[one.lab]
          : null,
    })
    .execute()
}

async function insertFile(
  tx: Tx,
  orderId: string,
  one: DemoCase,
  ids: DemoIds,
  name: DemoFile,
  file: StoredDemoFile,
  steps: readonly Step[],
): Promise<void> {
  const isDesign = name === 'design'
  const who = isDesign && one.lab ? technicians[one.lab] : one.by
  const organizationId = ids.organizations[demoPeople[who].organization]
  const at = (isDesign ? steps.find((step) => step.kind === 'accept') : steps[0])?.at ?? new Date(0)
  const id = newId()
  await tx
    .insertInto('order_file')
    .values({
      id,
      order_id: orderId,
      organization_id: organizationId,
      account_id: ids.people[who],
      account_name: demoPeople[who].name,
      party: isDesign ? 'lab' : 'clinic',
      name: file.name,
      role: file.role,
      kind: file.kind,
      state: 'verified',
      size_bytes: file.sizeBytes,
      received_bytes: file.sizeBytes,
      sha256: file.sha256,
      crc32: file.crc32,
      created_at: at,
      verified_at: at,
    })
    .execute()
  const { kind, sha256, sizeBytes } = file
  await startMesh(
    tx,
    { id, order_id: orderId, organization_id: organizationId, size_bytes: sizeBytes, kind, sha256 },
    at,
  )
  await tx
    .updateTable('organization')
    .set((eb) => ({ storage_used_bytes: eb('storage_used_bytes', '+', file.sizeBytes) }))
    .where('id', '=', organizationId)
    .execute()
}
