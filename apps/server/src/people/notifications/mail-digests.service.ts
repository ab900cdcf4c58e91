import { type MailFrequency, toLanguage } from '@pontic/contract'
import { type MessageKey, translate } from '@pontic/messages'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import type { Services } from '../../platform/services.ts'
import {
  type CaseMailContent,
  deleteWaitingMails,
  findDigestReader,
  hasWaitingMails,
  insertOfCaseMails,
  insertWaitingMails,
  recordCaseMails,
  takeWaitingMails,
  type WaitingMail,
} from './mail-digests.queries.ts'
import { caseMailPauseMs, nextDigestAt } from './mail-digests.shared.ts'

/** A mail about a case to one reader. `zone` is the IANA name of the reader's time zone. */
export type CaseMail = CaseMailContent & {
  accountId: string
  to: string
  name: string
  frequency: MailFrequency
  zone: string
}

/** How mails about a case are sent. */
export type CaseMailOptions = {
  /** Sends the mails at once: a question, its answer or its withdrawal. */
  isUrgent: boolean
  /** Adds a sentence that names the setting. */
  canBeSwitchedOff: boolean
}

/**
 * Sends mails about a case as often as their readers want them (rules §16). A reader who wants them at once gets at most one
 * mail about a case in ten minutes; later mails wait and are sent together.
 */
export async function sendCaseMails(
  call: Call<'tx' | 'services'>,
  orderId: string,
  mails: readonly CaseMail[],
  options: CaseMailOptions,
): Promise<void> {
  const { rows } = (await prepareCaseMails(call.services, orderId, mails, options)?.execute(call.tx)) ?? {
    rows: [],
  }
  const ids = rows.map(({ accountId }) => accountId)
  await sendPreparedMails(call, orderId, mails, ids, options)
}

/**
 * Returns a statement that selects the accounts whose mail is sent at once, and records it. It may be part of a larger statement.
 * Returns undefined if all mails wait.
 */
export function prepareCaseMails(
  { now }: Pick<Services, 'now'>,
  orderId: string,
  mails: readonly CaseMail[],
  { isUrgent }: CaseMailOptions,
): RawBuilder<{ accountId: string }> | undefined {
  const immediate = mails.filter(({ frequency }) => isUrgent || frequency === 'at_once')
  if (immediate.length === 0) return undefined
  const ids = immediate.map(({ accountId }) => accountId)
  return insertOfCaseMails(orderId, ids, { now: now(), isForced: isUrgent })
}

/** Sends the mails of the accounts that the statement of `prepareCaseMails` has returned. The others wait. */
export async function sendPreparedMails(
  { tx, services }: Call<'tx' | 'services'>,
  orderId: string,
  mails: readonly CaseMail[],
  recorded: readonly string[],
  { canBeSwitchedOff }: CaseMailOptions,
): Promise<void> {
  const now = services.now()
  const waiting = mails.filter(({ accountId }) => !recorded.includes(accountId))
  await insertWaitingMails(tx, orderId, waiting, now)
  for (const mail of mails) {
    if (recorded.includes(mail.accountId)) {
      const { template, params, language, link, to, name } = mail
      const content = { to, name, template, params, language, link }
      await sendMail(tx, services, { ...content, canBeSwitchedOff })
    } else await enqueueDigestOf(tx, orderId, mail, now)
  }
}

async function enqueueDigestOf(tx: Tx, orderId: string, mail: CaseMail, now: Date): Promise<void> {
  const { accountId, frequency, zone } = mail
  if (frequency !== 'at_once')
    return await enqueueDigest(tx, accountId, null, nextDigestAt(frequency, zone, now), true)
  await enqueueDigest(tx, accountId, orderId, new Date(now.getTime() + caseMailPauseMs), true)
}

/** @param keepsRunAt whether a digest that waits already keeps its time */
async function enqueueDigest(
  tx: Tx,
  accountId: string,
  orderId: string | null,
  runAt: Date,
  keepsRunAt: boolean,
): Promise<void> {
  const key = `digest:${accountId}${orderId === null ? '' : `:${orderId}`}`
  await enqueueJob(tx, 'notifications.mailDigest', { accountId, orderId }, { key, runAt, keepsRunAt })
}

/**
 * Applies a new choice of the caller to the mails that wait: they are sent at the new time, or not at all if the caller wants no
 * more mails.
 */
export async function rescheduleDigest(
  { tx, services }: Call<'tx' | 'services'>,
  accountId: string,
  choice: { acceptsMails: boolean; frequency: MailFrequency; zone: string },
): Promise<void> {
  if (!choice.acceptsMails) return await deleteWaitingMails(tx, accountId)
  if (!(await hasWaitingMails(tx, accountId))) return
  const runAt = nextDigestAt(choice.frequency, choice.zone, services.now())
  await enqueueDigest(tx, accountId, null, runAt, false)
}

/**
 * Sends the waiting mails of an account as one mail, grouped by case. The mails are deleted in the same transaction in which the
 * digest is enqueued, so that a repeat of the job sends nothing.
 */
export async function sendDigest(
  { tx, services }: Call<'tx' | 'services'>,
  { accountId, orderId }: { accountId: string; orderId: string | null },
): Promise<void> {
  const reader = await findDigestReader(tx, accountId)
  const waiting = await takeWaitingMails(tx, accountId, orderId)
  const [first] = waiting
  if (reader === undefined || first === undefined) return
  const cases = [...Map.groupBy(waiting, (mail) => mail.orderId)]
  for (const [id] of cases)
    await recordCaseMails(tx, id, [accountId], { now: services.now(), isForced: true })
  const { email: to, name } = reader
  const shared = { to, name, canBeSwitchedOff: true }
  if (waiting.length === 1) {
    const { template, params, language, link } = first
    return await sendMail(tx, services, { ...shared, template, params, language, link })
  }
  const language = toLanguage(reader.language)
  const isOneCase = cases.length === 1
  await sendMail(tx, services, {
    ...shared,
    language,
    template: isOneCase ? 'case_news' : 'cases_news',
    params: { number: first.number, count: cases.length },
    link: isOneCase ? lastOf(waiting).link : '/order/list',
    sections: cases.map(([, mails]) => ({
      title: lastOf(mails).number,
      link: lastOf(mails).link,
      sentences: mails.map(sentenceOf),
    })),
  })
}

const lastOf = (mails: readonly WaitingMail[]): WaitingMail => mails[mails.length - 1]!

const sentenceOf = ({ language, template, params }: WaitingMail): string =>
  translate(language, `mail.${template}.sentence` as MessageKey, params)
