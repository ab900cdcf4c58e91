import { type NotificationKind, pathOfNotification, reasonTextOf, toLanguage } from '@pontic/contract'
import { formatDay, type MessageKey, translate } from '@pontic/messages'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import type { Services } from '../../platform/services.ts'
import { isWebAddressAllowed } from '../../platform/transports/addresses.ts'
import { callHttp } from '../../platform/transports/http-call.ts'
import { encryptBrowserNotification } from './browser-notification-encryption.ts'
import {
  type BrowserNotification,
  deleteSubscription,
  findBrowserNotification,
  listSubscribedSessions,
  saveSubscription,
} from './browser-notifications.queries.ts'
import { createVapidHeader, getVapidKey } from './vapid-key.ts'

const attemptsMax = 6
// Time for which the push service stores a message for a browser that is offline.
const keptSeconds = 86_400
const goneStatuses = [404, 410]

/** Enqueues browser notifications. @param rows one notification for each account */
export async function enqueueBrowserNotifications(
  tx: Tx,
  rows: readonly { id: string; accountId: string }[],
): Promise<void> {
  const browsers = await listSubscribedSessions(
    tx,
    rows.map(({ accountId }) => accountId),
  )
  for (const { sessionId, accountId } of browsers) {
    const row = rows.find((one) => one.accountId === accountId)
    if (row) await enqueueBrowserNotification(tx, { sessionId, notificationId: row.id })
  }
}

/** Enqueues a browser notification for the subscription of a session. */
export async function enqueueBrowserNotification(
  tx: Tx,
  target: { sessionId: string; notificationId: string },
): Promise<void> {
  await enqueueJob(tx, 'notifications.push', target, { attemptsMax })
}

/**
 * Returns whether a push service may be called: only by https on the default port, and not at a private IP address.
 * @param allowsPrivate whether the installation has a push service of its own, which may use a private IP address
 */
export const isPushServiceAllowed = (endpoint: string, allowsPrivate: boolean): boolean =>
  isWebAddressAllowed(endpoint, allowsPrivate) && (allowsPrivate || URL.parse(endpoint)?.port === '')

/** Stores the subscription of the caller's session. @throws request.invalid at `endpoint` or `publicKey` */
export async function subscribeBrowser(
  { tx, scope, services: { config, now } }: Call<'tx' | 'scope' | 'services'>,
  input: { endpoint: string; publicKey: string; secret: string },
): Promise<void> {
  if (!isPushServiceAllowed(input.endpoint, config.allowsPrivatePush))
    fail('request.invalid', {}, { endpoint: 'pattern' })
  const keys = {
    publicKey: Buffer.from(input.publicKey, 'base64url'),
    secret: Buffer.from(input.secret, 'base64url'),
  }
  try {
    encryptBrowserNotification('', keys)
  } catch {
    fail('request.invalid', {}, { publicKey: 'pattern' })
  }
  const owner = { sessionId: scope.sessionId, accountId: scope.account.id, at: now() }
  await saveSubscription(tx, owner, { endpoint: input.endpoint, ...keys })
}

/**
 * Sends a notification to the push service of a browser, unless the notification was read or the session has ended.
 * Deletes the subscription if the push service has removed it.
 */
export async function sendBrowserNotification(
  services: Services,
  { sessionId, notificationId }: { sessionId: string; notificationId: string },
): Promise<void> {
  const { database, config, now } = services
  const notification = await findBrowserNotification(database.db, sessionId, notificationId, now())
  if (notification === undefined) return
  const key = await getVapidKey({ tx: database.db, services })
  const body = { id: notificationId, text: textOf(notification), path: pathOfNotification(notification) }
  const contact = `mailto:${/<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
  const status = await callPushService({
    endpoint: notification.endpoint,
    headers: {
      authorization: createVapidHeader(key, { endpoint: notification.endpoint, contact, now: now() }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSeconds),
    },
    body: encryptBrowserNotification(JSON.stringify(body), notification),
    allowsPrivate: config.allowsPrivatePush,
  })
  if (goneStatuses.includes(status)) await deleteSubscription(database.db, sessionId)
  else if (status < 200 || status > 299) throw new Error(`The push service answered ${status}.`)
}

/**
 * Sends a message to a push service, without following redirects.
 * @returns status of the response
 * @throws transport.* if it cannot be reached or is not allowed
 */
async function callPushService(call: {
  endpoint: string
  headers: Readonly<Record<string, string>>
  body: Buffer
  allowsPrivate: boolean
}): Promise<number> {
  const { endpoint: address, headers, body, allowsPrivate } = call
  const response = await callHttp({ address, method: 'POST', headers, body, allowsPrivate })
  response.body.destroy()
  return response.status
}

function textOf({ kind, reason, day, ...notification }: BrowserNotification): string {
  const language = toLanguage(notification.language)
  const say = (key: string, params = {}) => translate(language, key as MessageKey, params)
  return say(`bell.kinds.${kind satisfies NotificationKind}`, {
    organization: notification.organization,
    number: notification.number ?? '',
    reason: reason === null ? '' : say(`${reasonTextOf(kind)}.${reason}`),
    day: day === null ? 'none' : formatDay(language, day),
    count: notification.count,
  })
}
