import type { seededWorkOrderTypes, WorkOrderPriority, WorkOrderStatus } from '@pontic/contract'
import sharp from 'sharp'
import { newId } from '../platform/db/ids.ts'
import type { Person, TestPlace } from './people.ts'

let lastNumber = 0

/** Returns the id of a type that every installation has initially. */
export async function seededType(
  app: TestPlace,
  code: (typeof seededWorkOrderTypes)[number] = 'system_issue',
): Promise<string> {
  const row = await app.services.database.db
    .selectFrom('work_order_type')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Makes a person an operator. */
export async function insertOperator(app: TestPlace, person: Person): Promise<void> {
  await app.services.database.db
    .insertInto('work_order_operator')
    .values({ account_id: person.accountId, created_at: app.clock.now() })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Options of an inserted support request. A request in the status `submitted` gets no operator, even if one is given. */
export type WorkOrderValues = {
  by: Person
  operator?: Person
  status?: WorkOrderStatus
  title?: string
  priority?: WorkOrderPriority
  typeId?: string
}

/** Inserts a support request in any status, without a communication record. @returns its id and number */
export async function insertWorkOrder(
  app: TestPlace,
  {
    by,
    operator,
    status = 'submitted',
    title = 'Uploads stop',
    priority = 'normal',
    typeId,
  }: WorkOrderValues,
): Promise<{ id: string; number: string }> {
  const now = app.clock.now()
  const id = newId()
  const number = `S26-${(++lastNumber).toString(32).toUpperCase().padStart(6, '0')}`
  await app.services.database.db
    .insertInto('work_order')
    .values({
      id,
      number,
      organization_id: by.organizationId,
      submitter_id: by.accountId,
      type_id: typeId ?? (await seededType(app)),
      priority,
      title,
      content: 'What happened.',
      status,
      operator_id: status === 'submitted' ? null : (operator?.accountId ?? null),
      submitted_at: now,
      updated_at: now,
      updated_by: by.accountId,
      processed_at: status === 'processed' ? now : null,
    })
    .execute()
  return { id, number }
}

/** Uploads a picture with a GPS position in its metadata for a support request. @returns its id */
export async function uploadPicture(
  app: { url: string },
  person: Person,
  purpose = 'workorder',
): Promise<string> {
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#dfe6e9' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } })
    .jpeg()
    .toBuffer()
  const response = await fetch(`${app.url}/restful/images/${purpose}`, {
    method: 'POST',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
  })
  return ((await response.json()) as { data: { id: string } }).data.id
}
