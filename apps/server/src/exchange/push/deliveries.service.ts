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
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { fail, Refusal } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
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
import { notifySettingsChange } from './notify-settings-change.ts'
import { enqueueDelivery } from './plan-deliveries.service.ts'
import { retryAfterMsMax, retryDelayMs, retryUntil } from './push.shared.ts'
import { disableSetting, lockSetting } from './push-settings.queries.ts'
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

/**
 * Lists a page of the delivery log, newest first. An organization sees the deliveries of its own settings.
 * @throws request.invalid (a cursor of another list)
 */
export async function listDeliveries(
  { tx, scope }: ReadCall<'scope'>,
  language: Language,
  query: DeliveryQuery,
): Promise<RouteReply<Routes['pushSettings.listDeliveries']>> {
  const found = await listDeliveryRows(tx, scope, query, parseWindow(listName, 'moment', query))
  return toPage(listName, query, found, {
    show: (row) => toDelivery(row, language),
    cursorOf: (row) => ({ key: row.createdAt, id: row.id }),
  })
}

/** Loads one delivery with its attempts, latest first. @throws push.delivery_not_found */
export async function getDelivery(
  { tx, scope }: ReadCall<'scope'>,
  language: Language,
  id: string,
): Promise<DeliveryDetail> {
  const found = (await findDelivery(tx, scope, id)) ?? fail('push.delivery_not_found')
  const tries = (await listAttemptRows(tx, id)).map((attempt) => {
    const { row, error } = toTranslatedFailure(attempt, language)
    return { ...row, error }
  })
  return { ...toDelivery(found, language), tries }
}

/**
 * Enqueues deliveries of the caller's settings again, under the same ids. Skips tests, and deliveries of disabled or deleted settings.
 * @returns the number of enqueued deliveries
 */
export async function replayDeliveries(
  call: Call<'tx' | 'scope' | 'services'>,
  ids: readonly string[],
): Promise<number> {
  const { tx, scope } = call
  const { now } = call.services
  const at = now()
  const reopened = await reopenDeliveries(tx, scope, ids, { now: at, retryUntil: retryUntil(at) })
  for (const one of reopened) await enqueueDelivery(tx, one)
  await recordDeliveries(
    call,
    'replayDelivery',
    reopened.map(({ id }) => id),
  )
  return reopened.length
}

/** Drops waiting and failed deliveries, which are then not attempted any more. @returns their number */
export async function dropDeliveries(
  call: Call<'tx' | 'scope' | 'services'>,
  ids: readonly string[],
): Promise<number> {
  const { tx, scope } = call
  const { now } = call.services
  const dropped = await dropDeliveryRows(tx, scope, ids, now())
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
  await notifySettingsChange(tx, scope.reach === 'any' ? null : scope.organization.id)
}

/**
 * Attempts a waiting delivery and saves the outcome. If the setting is disabled or deleted, the delivery
 * fails without an attempt. Does nothing if the delivery is not waiting.
 */
export async function runDelivery(services: Services, id: string): Promise<void> {
  const { database, now } = services
  const due = await findDueDelivery(database.db, id)
  if (due === undefined) return
  if (due.isOff) {
    await database.transaction(async (tx) => {
      await closeDelivery(tx, id, 'failed', now(), 'push.off')
      await notifySettingsChange(tx, due.ownerId)
    })
    return
  }
  const result = await attemptDelivery(services, due)
  await database.transaction((tx) => saveAttemptOutcome({ tx, services }, due, result))
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

// Errors after which a delivery is not attempted again.
const finalErrors: readonly (string | null)[] = ['push.gone', 'push.case_gone']

async function saveAttemptOutcome(
  { tx, services }: Call<'tx' | 'services'>,
  due: DueDelivery,
  result: AttemptResult,
): Promise<void> {
  const { id, settingId } = due
  const now = services.now()
  const delivery = await insertAttempt(tx, id, result)
  if (delivery === undefined) return
  if (result.error === 'push.gone') await disableGoneSetting(tx, settingId, now)
  const pauseMs = retryDelayMs(delivery.attempts, randomInt(1_000) / 1_000)
  const nextAt = new Date(now.getTime() + Math.max(pauseMs, Math.min(result.retryAfterMs, retryAfterMsMax)))
  const isTest = due.event === null
  if (result.isGood) await closeDelivery(tx, id, 'delivered', now, null)
  else if (isTest || finalErrors.includes(result.error) || nextAt > delivery.retryUntil)
    await closeDelivery(tx, id, 'failed', now, result.error)
  else if (delivery.state === 'waiting') {
    await postponeDelivery(tx, id, nextAt)
    await enqueueDelivery(tx, { id, settingId }, nextAt)
  }
  await notifySettingsChange(tx, due.ownerId)
}

// Disables the setting of a receiver that has answered 410 Gone (Standard Webhooks), and records it in the audit log.
async function disableGoneSetting(tx: Tx, settingId: string, now: Date): Promise<void> {
  const disabled = await disableSetting(tx, settingId, now)
  if (disabled === undefined) return
  await recordAudit(
    tx,
    {},
    {
      action: 'pushSettings.switchOff',
      objectType: 'push_setting',
      objectId: settingId,
      ...(disabled.ownerId === null ? {} : { subjectOrganizationIds: [disabled.ownerId] }),
      before: { isEnabled: true },
      after: { isEnabled: false, switchedOffBecause: 'gone' },
    },
  )
}

/**
 * Sends a test through a setting at once, even if the setting is disabled.
 * @returns the delivery with its single attempt
 * @throws push.not_found, push.of_organization
 */
export async function testSetting(
  { scope, services }: Call<'scope' | 'services'>,
  language: Language,
  settingId: string,
): Promise<DeliveryDetail> {
  const { database, now } = services
  const id = newId()
  await database.transaction((tx) => createTestDelivery({ tx, scope }, { id, settingId, now: now() }))
  const due = (await findDueDelivery(database.db, id)) ?? fail('push.not_found')
  const result = await attemptDelivery(services, due)
  return await database.transaction(async (tx) => {
    await saveAttemptOutcome({ tx, services }, due, result)
    return await getDelivery({ tx, scope }, language, id)
  })
}

async function createTestDelivery(
  { tx, scope }: Call<'tx' | 'scope'>,
  test: { id: string; settingId: string; now: Date },
): Promise<void> {
  const { id, settingId, now } = test
  const setting = await lockSetting(tx, scope, settingId)
  if (setting === undefined) fail('push.not_found')
  if (scope.reach === 'any' && setting.ownerId !== null) fail('push.of_organization')
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

/** Enqueues jobs for waiting deliveries that have no job, such as a test whose node was killed. */
export async function resumeDeliveries({ database, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - jobMissingAfterMs)
  await database.transaction(async (tx) => {
    for (const forgotten of await listDeliveriesWithoutJob(tx, before)) await enqueueDelivery(tx, forgotten)
  })
}

/** Deletes finished deliveries and deleted settings after their retention. */
export async function deleteOldPushData({ database, now }: Services): Promise<void> {
  const ago = (days: number) => new Date(now().getTime() - days * 86_400_000)
  const before = { ended: ago(limits.pushDeliveryDays), deleted: ago(limits.pushSettingRestoreDays) }
  await database.transaction((tx) => deleteOldDeliveries(tx, before))
}
