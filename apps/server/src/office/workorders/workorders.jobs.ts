import { limits, workOrderActionTarget } from '@pontic/contract'
import { sql } from 'kysely'
import type { Call } from '../../platform/http/handlers.ts'
import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import type { Services } from '../../platform/services.ts'
import { removeDeletedOperators } from './operators.service.ts'
import { getPlatformOrganization, mailReplies, sendWorkOrderNotice } from './workorder-notices.service.ts'
import {
  applyWorkOrderStep,
  recordStep,
  stepByServer,
  type WorkOrderState,
} from './workorder-steps.service.ts'
import { createRecord } from './workorders.queries.ts'

const dayMs = 86_400_000
const batchRows = 200
// Minimum number of days between the announcement and the automatic resolution.
const noticeDays = limits.workOrderResolveDays - limits.workOrderAnnounceDays

/**
 * Jobs of support requests (rules §9). `workorders.mailReplies` mails about unread replies. `workorders.settle` removes
 * operators with closed accounts, and announces and runs the automatic resolution of processed requests.
 */
export const workOrderJobs: JobHandlers<'workorders'> = {
  'workorders.mailReplies': (payload, services) =>
    services.database.transaction((tx) => mailReplies({ tx, services }, payload)),
  'workorders.settle': async (_payload, services) => {
    await removeDeletedOperators(services)
    await forEachDue(services, resolveDue, resolveOne)
    await forEachDue(services, announceDue, announceOne)
  },
}

type Waiting = WorkOrderState & { processedAt: string }
type Due = (now: Date) => ReturnType<typeof sql<boolean>>

const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

const announceDue: Due = (now) =>
  sql<boolean>`announced_at is null and processed_at <= ${ago(now, limits.workOrderAnnounceDays)}`
// After a late announcement the submitter still has all `noticeDays`.
const resolveDue: Due = (now) =>
  sql<boolean>`processed_at <= ${ago(now, limits.workOrderResolveDays)} and announced_at <= ${ago(now, noticeDays)}`

/** Calls `work` for each due request. Each request has its own transaction, so that an error does not undo earlier requests. */
async function forEachDue(
  services: Services,
  due: Due,
  work: (call: Call<'tx' | 'services'>, workOrder: Waiting) => Promise<void>,
): Promise<void> {
  const { database, now } = services
  for (;;) {
    const { rows } = await sql<{ id: string }>`select id from work_order
      where status = 'processed' and ${due(now())} order by processed_at limit ${batchRows}`.execute(
      database.db,
    )
    for (const { id } of rows) {
      await database.transaction(async (tx) => {
        const found = await sql<Waiting>`select id, number, status, version, submitter_id as "submitterId",
            organization_id as "organizationId", operator_id as "operatorId", processed_at as "processedAt"
          from work_order where id = ${id} and status = 'processed' and ${due(now())} for update`.execute(tx)
        if (found.rows[0]) await work({ tx, services }, found.rows[0])
      })
    }
    if (rows.length < batchRows) return
  }
}

async function resolveOne(call: Call<'tx' | 'services'>, workOrder: Waiting): Promise<void> {
  const { tx, services } = call
  const to = workOrderActionTarget('resolved', workOrder.status, 'server')
  if (to === undefined || to === 'never') return
  await applyWorkOrderStep(tx, stepByServer, workOrder, { kind: 'resolved', to, at: services.now() })
  const organization = await getPlatformOrganization(tx)
  await sendWorkOrderNotice(call, workOrder, {
    kind: 'workorder_resolved',
    to: 'both',
    exceptId: null,
    organization,
  })
}

async function announceOne(call: Call<'tx' | 'services'>, workOrder: Waiting): Promise<void> {
  const { tx, services } = call
  const at = services.now()
  const { accountId, side } = stepByServer
  await tx.updateTable('work_order').set({ announced_at: at }).where('id', '=', workOrder.id).execute()
  await createRecord(tx, {
    workOrderId: workOrder.id,
    at,
    kind: 'announce',
    accountId,
    side,
    to: workOrder.status,
  })
  const resolvesMs = Math.max(
    Date.parse(workOrder.processedAt) + limits.workOrderResolveDays * dayMs,
    at.getTime() + noticeDays * dayMs,
  )
  const day = new Date(resolvesMs).toISOString().slice(0, 10)
  await recordStep(tx, stepByServer, workOrder, 'announce', { day })
  const organization = await getPlatformOrganization(tx)
  const notice = { kind: 'workorder_announced', to: 'submitter', exceptId: null, organization, day } as const
  await sendWorkOrderNotice(call, workOrder, notice)
}
