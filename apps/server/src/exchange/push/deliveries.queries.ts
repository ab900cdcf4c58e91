import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryQuery,
  type ErrorKey,
  foldText,
} from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { numberCondition, searchCondition } from '../../cases/orders/order-search.shared.ts'
import { countBeyondPage } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { type FilterConditions, isSet, toConditions } from '../../platform/db/filter-conditions.ts'
import { pageLimit } from '../../platform/db/page-limit.ts'
import { findSearchPage } from '../../platform/db/search-page.ts'
import { parseSearch, type SearchTerm } from '../../platform/db/text-search.ts'
import type { FailParams } from '../../platform/http/fail.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { DueDelivery } from './send-delivery.service.ts'

/** The stored error of an attempt: its key and its parameters. */
export type StoredFailure = { lastError: ErrorKey | null; errorParams: FailParams }

/** A delivery as stored: the error is a key, which the service translates. */
export type DeliveryRow = Omit<Delivery, 'lastError'> & StoredFailure

/** An attempt as stored: the error is a key, which the service translates. */
export type AttemptRow = Omit<DeliveryAttempt, 'error'> & StoredFailure

const columns = sql`d.id, d.setting_id as "settingId", s.name as "settingName", g.name as "organizationName",
  d.order_id as "orderId", o.number as "orderNumber", d.event, d.state, d.attempts, d.last_status as "lastStatus",
  d.last_error as "lastError", d.last_error_params as "errorParams", d.created_at as "createdAt", d.next_at as "nextAt",
  d.ended_at as "endedAt"`
const fromClause = sql`from push_delivery d join push_setting s on s.id = d.setting_id
  left join organization g on g.id = d.organization_id left join orders o on o.id = d.order_id`

/** Lists a page of the delivery log, newest first, of the settings that the caller may see. */
export async function listDeliveryRows(
  db: Db | Tx,
  scope: Scope,
  query: DeliveryQuery,
  page: PageWindow,
): Promise<{ rows: DeliveryRow[]; total: number; totalIsExact: boolean }> {
  const terms = parseSearch(foldText(query.words ?? ''))
  const after = page.cursor
    ? sql`and (d.created_at, d.id) < (${page.cursor.key}::timestamptz, ${page.cursor.id}::uuid)`
    : sql``
  const order = sql`order by d.created_at desc, d.id desc`
  const read = async (wanted: RawBuilder<unknown>) =>
    (await sql<DeliveryRow>`select ${columns} ${fromClause} where ${wanted}`.execute(db)).rows
  const hasSamePlan =
    scope.reach === 'any' && !isSet(query.settingId) && !isSet(query.organizationId) && terms.length === 0
  const walk = (isOrderedScan: boolean) =>
    read(
      sql`${conditionsOf(scope, query, terms, isOrderedScan)} ${after} ${order} ${pageLimit(page, hasSamePlan)}`,
    )
  if (terms.length === 0) {
    const rows = await walk(false)
    return {
      rows,
      ...(await countBeyondPage(
        db,
        sql`from push_delivery d where ${conditionsOf(scope, query, [], false)}`,
        rows,
        page,
      )),
    }
  }
  const hits = sql`select d.id, d.created_at as key from push_delivery d join orders o on o.id = d.order_id
    where ${conditionsOf(scope, query, terms, false)}`
  const searched = { hits, key: 'timestamptz', isNewestFirst: true } as const
  const { ids, ...counted } = await findSearchPage(db, searched, page)
  const rows = ids ? await read(sql`d.id = any(${ids}::uuid[]) ${order}`) : await walk(true)
  return { rows, ...counted }
}

// Inlines low-cardinality values, so that PostgreSQL plans the query for each value.
const filters: FilterConditions<Omit<DeliveryQuery, 'words' | 'page' | 'pageSize' | 'cursor'>> = {
  settingId: (id) => sql`d.setting_id = ${id}`,
  state: (state) => sql`d.state = ${sql.lit(state)}`,
  event: (event) => sql`d.event = ${sql.lit(event)}`,
  organizationId: (id) => sql`d.organization_id = ${id}`,
}

// Deliveries `d` of settings that the caller may see: an organization sees those of its own settings.
const isOfVisibleSetting = (scope: Scope): RawBuilder<unknown> =>
  scope.reach === 'any'
    ? sql`true`
    : sql`d.setting_id in (select own.id from push_setting own where own.organization_id = ${scope.organization.id})`

function conditionsOf(
  scope: Scope,
  query: DeliveryQuery,
  terms: readonly SearchTerm[],
  isOrderedScan: boolean,
): RawBuilder<unknown> {
  const found: RawBuilder<unknown>[] = [isOfVisibleSetting(scope), ...toConditions(filters, query)]
  // The log is searched by case number. The text index of orders also contains names, so each hit is checked
  // against the number.
  if (terms.length > 0) found.push(searchCondition(terms, [], isOrderedScan), numberCondition(terms))
  return sql.join(found, sql` and `)
}

/** Finds a delivery in the log that the caller may see. */
export async function findDelivery(db: Db | Tx, scope: Scope, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`select ${columns} ${fromClause}
    where d.id = ${id} and ${isOfVisibleSetting(scope)}`.execute(db)
  return rows[0]
}

/** Lists the attempts of a delivery, latest first. */
export async function listAttemptRows(db: Db | Tx, deliveryId: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`select at, took_ms as "tookMs", status, error as "lastError",
    error_params as "errorParams", answer from push_attempt where delivery_id = ${deliveryId}
    order by place desc`.execute(db)
  return rows
}

/**
 * Finds a waiting delivery with its setting. `isOff`: the setting is disabled or deleted, or the organization that owns it is
 * banned or closed.
 */
export async function findDueDelivery(
  db: Db | Tx,
  id: string,
): Promise<(DueDelivery & { isOff: boolean }) | undefined> {
  const { rows } = await sql<DueDelivery & { isOff: boolean }>`select d.id, d.setting_id as "settingId",
      d.organization_id as "organizationId", d.order_id as "orderId", d.order_event_id as "orderEventId", d.event,
      s.kind, s.address, s.folder, s.bucket, s.region, s.user_name as "userName",
      s.host_fingerprint as "hostFingerprint", s.secrets, s.format, s.includes_files as "includesFiles",
      s.organization_id as "ownerId",
      not s.is_enabled or s.deleted_at is not null or w.banned_at is not null or w.deleted_at is not null as "isOff"
    from push_delivery d join push_setting s on s.id = d.setting_id left join organization w on w.id = s.organization_id
    where d.id = ${id} and d.state = 'waiting'`.execute(db)
  return rows[0]
}

/** One attempt of a delivery. `answer`: the start of the receiver's response. */
export type Attempt = {
  at: Date
  tookMs: number
  status: number | null
  error: ErrorKey | null
  errorParams: FailParams
  answer: string
}

/**
 * Inserts an attempt and counts it in the delivery. The row of the delivery stays locked until the transaction ends.
 * @returns the delivery's number of attempts, deadline and state; undefined if it was deleted
 */
export async function insertAttempt(
  tx: Tx,
  deliveryId: string,
  attempt: Attempt,
): Promise<{ attempts: number; retryUntil: Date; state: Delivery['state'] } | undefined> {
  const params = JSON.stringify(attempt.errorParams)
  const { rows } = await sql<{ attempts: number; retryUntil: string; state: Delivery['state'] }>`
    update push_delivery set attempts = attempts + 1, last_status = ${attempt.status}::int,
      last_error = ${attempt.error}::text, last_error_params = ${params}::jsonb
    where id = ${deliveryId} returning attempts, retry_until as "retryUntil", state`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  await tx
    .insertInto('push_attempt')
    .values({
      delivery_id: deliveryId,
      place: row.attempts,
      at: attempt.at,
      took_ms: attempt.tookMs,
      status: attempt.status,
      error: attempt.error,
      error_params: params,
      answer: attempt.answer,
    })
    .execute()
  return { ...row, retryUntil: new Date(row.retryUntil) }
}

/** Sets a waiting delivery to `delivered` or `failed`. Does nothing if the delivery is not waiting. */
export async function closeDelivery(
  tx: Tx,
  id: string,
  state: 'delivered' | 'failed',
  at: Date,
  error: ErrorKey | null,
): Promise<void> {
  await tx
    .updateTable('push_delivery')
    .set({ state, next_at: null, ended_at: at, last_error: error })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Saves the time of a delivery's next attempt. */
export async function postponeDelivery(tx: Tx, id: string, nextAt: Date): Promise<void> {
  await tx.updateTable('push_delivery').set({ next_at: nextAt }).where('id', '=', id).execute()
}

// Deliveries `d` of settings `s` that the caller owns. The platform may not resend the deliveries of an organization's setting.
const isOfOwnSetting = (scope: Scope): RawBuilder<unknown> =>
  scope.reach === 'any' ? sql`s.organization_id is null` : sql`s.organization_id = ${scope.organization.id}`

/**
 * Sets deliveries of the caller's settings to `waiting` again. Skips tests, and deliveries of disabled or deleted settings.
 * @returns the changed deliveries
 */
export async function reopenDeliveries(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  at: { now: Date; retryUntil: Date },
): Promise<{ id: string; settingId: string }[]> {
  const { rows } = await sql<{ id: string; settingId: string }>`
    update push_delivery d set state = 'waiting', next_at = ${at.now}, ended_at = null, retry_until = ${at.retryUntil}
    from push_setting s
    where d.id = any(${ids}::uuid[]) and s.id = d.setting_id and s.is_enabled and s.deleted_at is null
      and d.event is not null and ${isOfOwnSetting(scope)}
    returning d.id, d.setting_id as "settingId"`.execute(tx)
  return rows
}

/** Sets waiting and failed deliveries of the caller's settings to `dropped`. @returns the ids of the changed deliveries */
export async function dropDeliveryRows(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update push_delivery d
    set state = 'dropped', next_at = null, ended_at = ${now} from push_setting s
    where d.id = any(${ids}::uuid[]) and d.state in ('waiting', 'failed') and s.id = d.setting_id
      and ${isOfOwnSetting(scope)} returning d.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lists and locks waiting deliveries that were due before `before` and have no job, up to 1,000. */
export async function listDeliveriesWithoutJob(
  tx: Tx,
  before: Date,
): Promise<{ id: string; settingId: string }[]> {
  const { rows } = await sql<{ id: string; settingId: string }>`select d.id, d.setting_id as "settingId"
    from push_delivery d where d.state = 'waiting' and d.next_at < ${before}
      and not exists (select 1 from graphile_worker._private_jobs j where j.key = 'deliver:' || d.id)
    order by d.next_at limit 1000 for update of d skip locked`.execute(tx)
  return rows
}

/** Deletes deliveries that ended before `before.ended`, and settings that were deleted before `before.deleted`. */
export async function deleteOldDeliveries(tx: Tx, before: { ended: Date; deleted: Date }): Promise<void> {
  await tx.deleteFrom('push_delivery').where('ended_at', '<', before.ended.toISOString()).execute()
  await tx.deleteFrom('push_setting').where('deleted_at', '<', before.deleted.toISOString()).execute()
}
