import { randomInt } from 'node:crypto'
import {
  type DeliveryDetail,
  type DeliveryQuery,
  type Language,
  limits,
  type RouteReply,
  type Routes,
} from '@pontic/contract'
import { type MessageKey, translate } from '@pontic/messages'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { fail, Refusal } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import type { Services } from '../../platform/services.ts'
import { refusalOfFailure } from '../../platform/transports/failures.ts'
import {
  type Attempt,
  closeDelivery,
  type DeliveryRow,
  deleteOldDeliveries,
  dropDeliveryRows,
  findDelivery,
  findDueDelivery,
  insertAttempt,
  listAttemptRows,
  listDeliveriesWithoutJob,
  listDeliveryRows,
  postponeDelivery,
  reopenDeliveries,
  type StoredFailure,
} from './deliveries.queries.ts'
import { enqueueDelivery } from './plan-deliveries.service.ts'
import { retryAfterMsMax, retryDelayMs, retryUntil } from './push.shared.ts'
import { notifySettingsChange } from './push-news.ts'
import { disableSetting } from './push-settings.queries.ts'
import { type DueDelivery, sendDelivery } from './send-delivery.service.ts'

const listName = 'deliveries'
const goneStatus = 410

// Translates the error of an attempt into the reader's language.
function toTranslatedFailure<Row extends StoredFailure>(
  { lastError, errorParams, ...row }: Row,
  language: Language,
) {
  const error =
    lastError === null ? null : translate(language, `errors.${lastError}` as MessageKey, errorParams)
  return { row, error }
}

function toDelivery(found: DeliveryRow, language: Language) {
  const { row, error } = toTranslatedFailure(found, language)
  return { ...row, lastError: error }
}

/** A page of the delivery log, newest first. @throws request.invalid (a cursor of another list) */
export async function listDeliveries(
  db: Db | Tx,
  language: Language,
  query: DeliveryQuery,
): Promise<RouteReply<Routes['pushSettings.listDeliveries']>> {
  const found = await listDeliveryRows(db, query, parseWindow(listName, 'moment', query))
  return toPage(listName, query, found, {
    show: (row) => toDelivery(row, language),
    cursorOf: (row) => ({ key: row.createdAt, id: row.id }),
  })
}

/** One delivery with its attempts, latest first. @throws push.delivery_not_found */
export async function getDelivery(db: Db | Tx, language: Language, id: string): Promise<DeliveryDetail> {
  const found = (await findDelivery(db, id)) ?? fail('push.delivery_not_found')
  const tries = (await listAttemptRows(db, id)).map((attempt) => {
    const { row, error } = toTranslatedFailure(attempt, language)
    return { ...row, error }
  })
  return { ...toDelivery(found, language), tries }
}

/** Sends deliveries again, under the same ids. @returns the number of those whose setting is enabled */
export async function replayDeliveries(
  call: Call<'tx' | 'scope' | 'services'>,
  ids: readonly string[],
): Promise<number> {
  const { tx } = call
  const { now } = call.services
  const at = now()
  const reopened = await reopenDeliveries(tx, ids, { now: at, retryUntil: retryUntil(at) })
  for (const one of reopened) await enqueueDelivery(tx, one)
  await recordDeliveries(
    call,
    'replayDelivery',
    reopened.map(({ id }) => id),
  )
  return reopened.length
}

/** Drops pending and failed deliveries. @returns their number */
export async function dropDeliveries(
  call: Call<'tx' | 'scope' | 'services'>,
  ids: readonly string[],
): Promise<number> {
  const { tx } = call
  const { now } = call.services
  const dropped = await dropDeliveryRows(tx, ids, now())
  await recordDeliveries(call, 'dropDelivery', dropped)
  return dropped.length
}

async function recordDeliveries(
  { tx, scope }: Call<'tx' | 'scope'>,
  verb: 'replayDelivery' | 'dropDelivery',
  ids: readonly string[],
): Promise<void> {
  for (const id of ids)
    await recordAudit(tx, scope, {
      action: `pushSettings.${verb}`,
      objectType: 'push_delivery',
      objectId: id,
    })
  await notifySettingsChange(tx)
}

/** Attempts a pending delivery and saves the outcome; the job of one delivery. */
export async function runDelivery(services: Services, id: string): Promise<void> {
  const { database, now } = services
  const due = await findDueDelivery(database.db, id)
  if (due === undefined) return
  if (due.isOff) {
    await database.transaction(async (tx) => {
      await closeDelivery(tx, id, 'failed', now(), 'push.off')
      await notifySettingsChange(tx)
    })
    return
  }
  const tried = await attemptDelivery(services, due)
  await database.transaction((tx) => saveAttemptOutcome({ tx, services }, due, tried))
}

type AttemptResult = Attempt & { isGood: boolean; retryAfterMs: number }

async function attemptDelivery(services: Services, due: DueDelivery): Promise<AttemptResult> {
  const at = services.now()
  const startMs = performance.now()
  const took = () => Math.round(performance.now() - startMs)
  try {
    const { status, answer, retryAfterMs } = await sendDelivery(services, due)
    const isGood = status === null || (status >= 200 && status < 300)
    const refusal = isGood ? undefined : refusalOfStatus(status)
    return { at, tookMs: took(), status, answer, retryAfterMs, isGood, ...toStoredFailure(refusal) }
  } catch (error) {
    const refusal = refusalOfFailure(error)
    if (refusal.key === 'transport.failed')
      services.log.warn({ err: error, deliveryId: due.id }, 'A delivery failed.')
    return {
      at,
      tookMs: took(),
      status: null,
      answer: '',
      retryAfterMs: 0,
      isGood: false,
      ...toStoredFailure(refusal),
    }
  }
}

const toStoredFailure = (refusal: Refusal | undefined): Pick<Attempt, 'error' | 'errorParams'> => ({
  error: refusal?.key ?? null,
  errorParams: refusal?.params ?? {},
})

function refusalOfStatus(status: number): Refusal {
  if (status === goneStatus) return new Refusal('push.gone')
  if (status >= 300 && status < 400) return new Refusal('transport.redirected')
  return new Refusal('transport.answer_refused', { status })
}

// Errors that no further attempt can change.
const finalErrors: readonly (string | null)[] = ['push.gone', 'push.case_gone']

async function saveAttemptOutcome(
  { tx, services }: Call<'tx' | 'services'>,
  due: DueDelivery,
  tried: AttemptResult,
): Promise<void> {
  const { id, settingId } = due
  const now = services.now()
  const stands = await insertAttempt(tx, id, tried)
  if (stands === undefined) return
  if (tried.error === 'push.gone') await disableGoneSetting(tx, settingId, now)
  const pauseMs = retryDelayMs(stands.attempts, randomInt(1_000) / 1_000)
  const nextAt = new Date(now.getTime() + Math.max(pauseMs, Math.min(tried.retryAfterMs, retryAfterMsMax)))
  const isTest = due.event === null
  if (tried.isGood) await closeDelivery(tx, id, 'delivered', now, null)
  else if (isTest || finalErrors.includes(tried.error) || nextAt > stands.retryUntil)
    await closeDelivery(tx, id, 'failed', now, tried.error)
  else if (stands.state === 'waiting') {
    await postponeDelivery(tx, id, nextAt)
    await enqueueDelivery(tx, { id, settingId }, nextAt)
  }
  await notifySettingsChange(tx)
}

// Disables the setting of a receiver that reports that it is gone for good, and notifies the platform (Standard
// Webhooks).
async function disableGoneSetting(tx: Tx, settingId: string, now: Date): Promise<void> {
  if (!(await disableSetting(tx, settingId, now))) return
  await recordAudit(
    tx,
    {},
    {
      action: 'pushSettings.switchOff',
      objectType: 'push_setting',
      objectId: settingId,
      before: { isEnabled: true },
      after: { isEnabled: false, switchedOffBecause: 'gone' },
    },
  )
}

/** Sends a test through a setting at once, also through a disabled one. @returns the delivery with its single attempt */
export async function testSetting(
  { scope, services }: Call<'scope' | 'services'>,
  language: Language,
  settingId: string,
): Promise<DeliveryDetail> {
  const { database, now } = services
  const id = newId()
  await database.transaction((tx) => createTestDelivery({ tx, scope }, { id, settingId, now: now() }))
  const due = (await findDueDelivery(database.db, id)) ?? fail('push.not_found')
  const tried = await attemptDelivery(services, due)
  return await database.transaction(async (tx) => {
    await saveAttemptOutcome({ tx, services }, due, tried)
    return await getDelivery(tx, language, id)
  })
}

async function createTestDelivery(
  { tx, scope }: Call<'tx' | 'scope'>,
  test: { id: string; settingId: string; now: Date },
): Promise<void> {
  const { id, settingId, now } = test
  const setting = await tx
    .selectFrom('push_setting')
    .select('id')
    .where('id', '=', settingId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (setting === undefined) fail('push.not_found')
  await tx
    .insertInto('push_delivery')
    .values({
      id,
      setting_id: settingId,
      state: 'waiting',
      created_at: now,
      next_at: now,
      retry_until: now,
    })
    .execute()
  await recordAudit(tx, scope, {
    objectType: 'push_setting',
    objectId: settingId,
  })
}

const jobMissingAfterMs = 600_000

/** Enqueues jobs for deliveries that have lost theirs, and ends tests whose node was killed. */
export async function resumeDeliveries({ database, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - jobMissingAfterMs)
  await database.transaction(async (tx) => {
    for (const forgotten of await listDeliveriesWithoutJob(tx, before)) await enqueueDelivery(tx, forgotten)
  })
}

/** Deletes deliveries and deleted settings past their retention. */
export async function deleteOldPushData({ database, now }: Services): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * 86_400_000)
  const before = { ended: ago(limits.pushDeliveryDays), deleted: ago(limits.pushSettingRestoreDays) }
  await database.transaction((tx) => deleteOldDeliveries(tx, before))
}
