import type { RouteReply, Routes } from '@pontic/contract'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import type { Services } from '../../platform/services.ts'
import { enqueueBrowserNotification, enqueueBrowserNotifications } from './browser-notifications.service.ts'
import { isPatientReadable } from './notifications.hooks.ts'
import {
  countUnreadNotifications,
  insertOfNotifications,
  listNotificationRows,
  markRead,
  type NewNotification,
  type NewReader,
  type ReadChoice,
} from './notifications.queries.ts'

/** Content of a new notification. Omitted fields are null. */
export type NotificationContent = Pick<NewNotification, 'kind' | 'orderId' | 'organizationId'> &
  Partial<Pick<NewNotification, 'reason' | 'day' | 'workOrderId'>>

const listName = 'notifications'
// The payload of a PostgreSQL notification is limited to 8,000 bytes.
const accountsPerMessage = 100

/**
 * Creates a notification for each account, and notifies their open pages and subscribed browsers after the commit.
 */
export async function notifyAccounts(
  { tx, services }: Call<'tx' | 'services'>,
  accountIds: readonly string[],
  content: NotificationContent,
): Promise<void> {
  if (accountIds.length === 0) return
  const readers = accountIds.map((accountId) => ({ id: newId(), accountId }))
  const { rows } = await insertOfNotifications(readers, toNew(content, services.now())).execute(tx)
  await enqueueBrowserNotifications(tx, rows)
  await notifyPages(tx, accountIds)
}

const toNew = (content: NotificationContent, at: Date): NewNotification => ({
  reason: null,
  day: null,
  workOrderId: null,
  ...content,
  at,
})

/** A reader whose browser subscriptions are known: the ids of their sessions. */
export type SubscribedReader = { accountId: string; sessionIds: readonly string[] }

/** New notifications that a larger statement inserts. `insert` is a common table expression. */
export type PreparedNotifications = {
  insert: RawBuilder<NewReader>
  rows: readonly (NewReader & SubscribedReader)[]
}

/**
 * Prepares a notification for each account as a part of another statement.
 * @param content its kind is neither `order_messages` nor `workorder_replies`, whose rows may exist already
 */
export function prepareNotifications(
  services: Pick<Services, 'now'>,
  readers: readonly SubscribedReader[],
  content: NotificationContent,
): PreparedNotifications {
  const rows = readers.map((reader) => ({ ...reader, id: newId() }))
  return { rows, insert: insertOfNotifications(rows, toNew(content, services.now())) }
}

/** Notifies open pages and subscribed browsers of prepared notifications after the commit. */
export async function announceNotifications(tx: Tx, { rows }: PreparedNotifications): Promise<void> {
  for (const { id, sessionIds } of rows)
    for (const sessionId of sessionIds)
      await enqueueBrowserNotification(tx, { sessionId, notificationId: id })
  await notifyPages(
    tx,
    rows.map(({ accountId }) => accountId),
  )
}

async function notifyPages(tx: Tx, accountIds: readonly string[]): Promise<void> {
  for (let from = 0; from < accountIds.length; from += accountsPerMessage)
    await notifyReaders(tx, accountIds.slice(from, from + accountsPerMessage))
}

/** Notifies open pages of these accounts that their notifications have changed. */
async function notifyReaders(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await notifyChange(tx, { feature: 'notifications', id: null, organizationIds: [], accountIds })
}

/** Returns a page of the caller's notifications, newest first. @throws request.invalid (a cursor of another list) */
export async function listNotifications(
  { tx, scope }: ReadCall<'scope'>,
  query: { cursor?: string | undefined; pageSize: number },
): Promise<RouteReply<Routes['notifications.list']>> {
  const paging = { ...query, page: 1 }
  const rows = await listNotificationRows(
    tx,
    scope.account.id,
    isPatientReadable(scope),
    parseWindow(listName, 'moment', paging),
  )
  const found = { rows, total: 0 }
  const { list, cursor } = toPage(listName, paging, found, {
    show: (row) => row,
    cursorOf: (row) => ({ key: row.at, id: row.id }),
  })
  return { list, cursor }
}

/** Marks notifications of the caller as read and notifies their open pages. @returns the number of unread ones left */
export async function markNotificationsRead(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  choice: ReadChoice,
): Promise<{ unread: number }> {
  const accountId = scope.account.id
  if (await markRead(tx, accountId, choice, services.now())) await notifyReaders(tx, [accountId])
  return { unread: await countUnreadNotifications(tx, accountId) }
}
