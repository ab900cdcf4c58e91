import { expect } from '@playwright/test'
import { runSql } from './portal.ts'

/** A mail that the portal sent. */
export type Mail = { to: string; subject: string; text: string; html: string; links: string[] }

/** Lists sent mails, to one address or all, newest first. Reads the table, because the mailbox page shows only the last mails. */
export const listMails = (to?: string): Promise<Mail[]> =>
  runSql<Mail>(
    `select recipient as "to", subject, body_text as text, body_html as html, links from development_message
     where kind = 'mail' and ($1::text is null or recipient = $1) order by sent_at desc, id desc`,
    [to ?? null],
  )

/** Waits for the newest mail to an address with this subject. Jobs send mails asynchronously. */
export const waitForMail = (to: string, subject: string | RegExp): Promise<Mail> =>
  waitFor(to, subject, (mail) => mail)

/**
 * Waits for the newest mail to an address with this subject and a link to this path.
 * @param earlier the link of an earlier mail with this subject, which is ignored
 * @returns the link
 */
export const waitForLink = (
  to: string,
  subject: string | RegExp,
  path: string,
  earlier?: string,
): Promise<string> =>
  waitFor(to, subject, ({ links }) =>
    links.find((link) => new URL(link).pathname === path && link !== earlier),
  )

async function waitFor<Found>(
  to: string,
  subject: string | RegExp,
  pick: (mail: Mail) => Found | undefined,
): Promise<Found> {
  let found: Found | undefined
  const fits = (mail: Mail) =>
    typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject)
  await expect
    .poll(
      async () => {
        found = (await listMails(to))
          .filter(fits)
          .map(pick)
          .find((one) => one !== undefined)
        return found !== undefined
      },
      { message: `a mail to ${to}: ${subject}`, intervals: [30, 60, 100, 250] },
    )
    .toBe(true)
  return found!
}
