import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { isVisibleWorkOrder } from './workorder-access.service.ts'

/** A request as far as it tells whose data it is. */
type Owned = { id: string; submitterId: string; organizationId: string }

/** Whether the caller reads it as the platform's staff: nobody else sees requests of other organizations. */
const isOthers = ({ account, organization }: Scope, { submitterId, organizationId }: Owned): boolean =>
  submitterId !== account.id && organizationId !== organization.id

/**
 * Leaves a row of whose request the platform's staff has opened (threat T63): what people write to support, and what their
 * pictures show, may be of a patient.
 */
export async function auditOpened(tx: Tx, scope: Scope, workOrder: Owned): Promise<void> {
  if (!isOthers(scope, workOrder)) return
  await recordAudit(tx, scope, {
    objectType: 'work_order',
    objectId: workOrder.id,
    subjectOrganizationIds: [workOrder.organizationId],
  })
}

/** The same of a page of the list: titles are free texts. */
export async function auditListed(tx: Tx, scope: Scope, list: readonly Owned[]): Promise<void> {
  const others = list.filter((workOrder) => isOthers(scope, workOrder))
  if (others.length === 0) return
  await recordAudit(tx, scope, {
    objectType: 'work_order',
    objectId: '',
    subjectOrganizationIds: [...new Set(others.map(({ organizationId }) => organizationId))],
    detail: { workOrderIds: others.map(({ id }) => id) },
  })
}

/** The same of a picture, which is read by itself: whoever has seen its id needs no opened request for it. */
export async function auditPicture(database: Database, scope: Scope, imageId: string): Promise<void> {
  const { rows } = await sql<Owned>`
    select w.id, w.submitter_id as "submitterId", w.organization_id as "organizationId" from work_order w
    where ${isVisibleWorkOrder(scope)} and w.id in (select id from work_order where image_id = ${imageId}
      union all select work_order_id from work_order_record where image_id = ${imageId})`.execute(database.db)
  const [workOrder] = rows
  if (workOrder === undefined || !isOthers(scope, workOrder)) return
  await database.transaction((tx) =>
    recordAudit(tx, scope, {
      objectType: 'work_order',
      objectId: workOrder.id,
      subjectOrganizationIds: [workOrder.organizationId],
      detail: { imageId },
    }),
  )
}
