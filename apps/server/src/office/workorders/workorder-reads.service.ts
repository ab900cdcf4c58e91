import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { isVisibleWorkOrder } from './workorder-access.service.ts'

/** The fields of a support request that identify its owner. */
type Owned = { id: string; submitterId: string; organizationId: string }

/** Returns whether a request belongs to another organization. Only platform staff can read such a request. */
const isOfOtherOrganization = (
  { account, organization }: Scope,
  { submitterId, organizationId }: Owned,
): boolean => submitterId !== account.id && organizationId !== organization.id

/** Audits that platform staff opened a request (threat T63), because its texts and pictures may show patient data. */
export async function auditWorkOrderRead(
  { tx, scope }: Call<'tx' | 'scope'>,
  workOrder: Owned,
): Promise<void> {
  if (!isOfOtherOrganization(scope, workOrder)) return
  await recordAudit(tx, scope, {
    objectType: 'work_order',
    objectId: workOrder.id,
    subjectOrganizationIds: [workOrder.organizationId],
  })
}

/** Audits that platform staff read a page of the list, because the titles may contain patient data. */
export async function auditListRead(
  { tx, scope }: Call<'tx' | 'scope'>,
  list: readonly Owned[],
): Promise<void> {
  const others = list.filter((workOrder) => isOfOtherOrganization(scope, workOrder))
  if (others.length === 0) return
  await recordAudit(tx, scope, {
    objectType: 'work_order',
    objectId: '',
    subjectOrganizationIds: [...new Set(others.map(({ organizationId }) => organizationId))],
    detail: { workOrderIds: others.map(({ id }) => id) },
  })
}

/** Audits that platform staff read a picture, which is possible without opening the request. */
export async function auditPictureRead(database: Database, scope: Scope, imageId: string): Promise<void> {
  const { rows } = await sql<Owned>`
    select w.id, w.submitter_id as "submitterId", w.organization_id as "organizationId" from work_order w
    where ${isVisibleWorkOrder(scope)} and w.id in (select id from work_order where image_id = ${imageId}
      union all select work_order_id from work_order_record where image_id = ${imageId})`.execute(database.db)
  const [workOrder] = rows
  if (workOrder === undefined || !isOfOtherOrganization(scope, workOrder)) return
  await database.transaction((tx) =>
    recordAudit(tx, scope, {
      objectType: 'work_order',
      objectId: workOrder.id,
      subjectOrganizationIds: [workOrder.organizationId],
      detail: { imageId },
    }),
  )
}
