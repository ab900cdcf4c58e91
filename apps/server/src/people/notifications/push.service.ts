import { defaultLanguage, languages, type NotificationKind, pathOfNews, reasonTextOf } from '@pontic/contract'
import { formatDay, type MessageKey, translate } from '@pontic/messages'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { Services } from '../../platform/services.ts'
import {
  deleteSubscription,
  findPushedNews,
  listSubscribed,
  type PushedNews,
  saveSubscription,
} from './push.queries.ts'
import { callPushService, mayBeAsked } from './push-call.ts'
import { encryptPush } from './push-encryption.ts'
import { authorizePush, readPushKey } from './push-key.ts'

const attemptsMax = 6
// How long the service stores a message for a browser that is offline.
const keptSeconds = 86_400
const goneStatuses = [404, 410]

/** Enqueues browser notifications for the readers after the transaction commits. @param rows one for each reader */
export async function pushNews(tx: Tx, rows: readonly { id: string; accountId: string }[]): Promise<void> {
  const browsers = await listSubscribed(
    tx,
    rows.map(({ accountId }) => accountId),
  )
  for (const { sessionId, accountId } of browsers) {
    const row = rows.find((one) => one.accountId === accountId)
    if (row) await addJob(tx, 'notifications.push', { sessionId, notificationId: row.id }, { attemptsMax })
  }
}

/** Stores the subscription of the caller's session. @throws request.invalid at `endpoint`, `publicKey` or `secret` */
export async function subscribeBrowser(
  tx: Tx,
  { config, now }: Pick<Services, 'config' | 'now'>,
  scope: Scope,
  input: { endpoint: string; publicKey: string; secret: string },
): Promise<void> {
  if (!mayBeAsked(input.endpoint, config.allowsPrivatePush))
    fail('request.invalid', {}, { endpoint: 'pattern' })
  const keys = {
    publicKey: Buffer.from(input.publicKey, 'base64url'),
    secret: Buffer.from(input.secret, 'base64url'),
  }
  try {
    encryptPush('', keys)
  } catch {
    fail('request.invalid', {}, { publicKey: 'pattern' })
  }
  const owner = { sessionId: scope.sessionId, accountId: scope.account.id, at: now() }
  await saveSubscription(tx, owner, { endpoint: input.endpoint, ...keys })
}

/** Sends one notification to the push service of one browser, unless it was read or the session has ended. */
export async function sendPush(
  services: Services,
  { sessionId, notificationId }: { sessionId: string; notificationId: string },
): Promise<void> {
  const { database, config, now } = services
  const news = await findPushedNews(database.db, sessionId, notificationId, now())
  if (news === undefined) return
  const key = await readPushKey(database.db, services)
  const body = { id: notificationId, text: textOf(news), path: pathOfNews(news) }
  const contact = `mailto:${/<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
  const status = await callPushService({
    endpoint: news.endpoint,
    headers: {
      authorization: authorizePush(key, { endpoint: news.endpoint, contact, now: now() }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSeconds),
    },
    body: encryptPush(JSON.stringify(body), news),
    allowsPrivate: config.allowsPrivatePush,
  })
  if (goneStatuses.includes(status)) await deleteSubscription(database.db, sessionId)
  else if (status < 200 || status > 299) throw new Error(`The push service answered ${status}.`)
}

function textOf({ kind, reason, day, ...news }: PushedNews): string {
  const language = languages.find((one) => one === news.language) ?? defaultLanguage
  const say = (key: string, params = {}) => translate(language, key as MessageKey, params)
  return say(`bell.kinds.${kind satisfies NotificationKind}`, {
    organization: news.organization,
    number: news.number ?? '',
    reason: reason === null ? '' : say(`${reasonTextOf(kind)}.${reason}`),
    day: day === null ? 'none' : formatDay(language, day),
    count: news.count,
  })
}
