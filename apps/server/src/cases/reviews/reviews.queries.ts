import {
  type ReviewAspects,
  type ReviewFile,
  type ReviewStep,
  type ReviewStepKind,
  reviewAspects,
} from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { StepBy } from '../steps/order-steps.service.ts'

/** Kinds of steps that name the files which the clinic reviews from then on. */
const designKinds = ['requested', 'reopened', 'files'] as const satisfies readonly ReviewStepKind[]

/** A new step of a review. */
export type NewReviewStep = {
  orderId: string
  labId: string
  kind: ReviewStepKind
  version: number
  note: string
  aspects: ReviewAspects | null
  files: readonly ReviewFile[]
}

/** Inserts a step. It is sorted by its id, which contains the time. @returns the id */
export async function createReviewStep(tx: Tx, by: StepBy, step: NewReviewStep): Promise<string> {
  const id = newId()
  await tx
    .insertInto('design_review_step')
    .values({
      id,
      order_id: step.orderId,
      lab_id: step.labId,
      kind: step.kind,
      version: step.version,
      at: sql<Date>`clock_timestamp()`,
      account_id: by.accountId,
      account_name: by.accountName,
      organization_id: by.organizationId,
      organization_name: by.organizationName,
      note: step.note,
      aspects: step.aspects && JSON.stringify(step.aspects),
      files: JSON.stringify(step.files),
    })
    .execute()
  return id
}

/** Returns the steps of an order, oldest first. @param labId only the steps with this laboratory */
export async function listReviewSteps(
  db: Db | Tx,
  orderId: string,
  labId: string | undefined,
): Promise<ReviewStep[]> {
  const ofLab = labId === undefined ? sql`` : sql`and s.lab_id = ${labId}::uuid`
  return await readSteps(db, sql`s.order_id = ${orderId} ${ofLab} order by s.at, s.id`)
}

/** Returns the newest step that names the files under review; undefined if there was no review with this laboratory. */
export async function findDesignStep(
  db: Db | Tx,
  order: { id: string; labId: string },
): Promise<ReviewStep | undefined> {
  const { id, labId } = order
  const [step] = await readSteps(
    db,
    sql`s.order_id = ${id} and s.lab_id = ${labId}::uuid and s.kind = any(${[...designKinds]}::text[])
      order by s.at desc, s.id desc limit 1`,
  )
  return step
}

async function readSteps(db: Db | Tx, which: RawBuilder<unknown>): Promise<ReviewStep[]> {
  const { rows } = await sql<ReviewStep>`
    select s.id, s.kind, s.version, s.at, s.account_name as by, s.organization_name as "organizationName", s.note,
      s.aspects, s.files
    from design_review_step s where ${which}`.execute(db)
  return rows.map((row) => ({ ...row, aspects: row.aspects && inOrder(row.aspects) }))
}

// `jsonb` sorts keys by length.
const inOrder = (aspects: ReviewAspects): ReviewAspects =>
  Object.fromEntries(reviewAspects.map((aspect) => [aspect, aspects[aspect]])) as ReviewAspects

/** Returns the number of the last version of an order's design that was up for review; 0 if there was none. */
export async function findLastVersion(tx: Tx, orderId: string): Promise<number> {
  const row = await tx
    .selectFrom('design_review_step')
    .select((on) => on.fn.coalesce(on.fn.max('version'), sql<number>`0`).as('version'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return row.version
}

/** Returns the verified design files of a laboratory in an order that are among these ids, oldest first. */
export async function listDesignFiles(
  tx: Tx,
  order: { id: string; labId: string },
  fileIds: readonly string[],
): Promise<ReviewFile[]> {
  const { rows } = await sql<ReviewFile>`
    select f.id as "fileId", f.name, f.size_bytes as "sizeBytes", encode(f.sha256, 'hex') as sha256
    from order_file f
    where f.order_id = ${order.id} and f.organization_id = ${order.labId}::uuid and f.party = 'lab'
      and f.role = 'design' and f.state = 'verified' and f.removed_at is null and f.id = any(${[...fileIds]}::uuid[])
    order by f.id`.execute(tx)
  return rows
}
