import { expect } from '@playwright/test'
import { runSql } from './portal.ts'

/** A mail as the portal sent it. */
export type Mail = { to: string; subject: string; text: string; html: string; links: string[] }

/** The mails that left, to everybody or to one address, newest first: the mailbox's own page shows the last ones only. */
export const listMails = (to?: string): Promise<Mail[]> =>
  runSql<Mail>(
    `select recipient as "to", subject, body_text as text, body_html as html, links from development_message
     where kind = 'mail' and ($1::text is null or recipient = $1) order by sent_at desc, id desc`,
    [to ?? null],
  )

/** The newest mail to an address with this subject, waited for: jobs send mails a moment after their cause. */
export async function waitForMail(to: string, subject: string | RegExp): Promise<Mail> {
  let found: Mail | undefined
  const fits = (mail: Mail) =>
    typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject)
  await expect
    .poll(
      async () => {
        found = (await listMails(to)).find(fits)
        return found !== undefined
      },
      { message: `a mail to ${to}: ${subject}`, intervals: [30, 60, 100, 250] },
    )
    .toBe(true)
  return found!
}

/** The one link of the newest mail to an address whose path is this one. */
export async function waitForLink(to: string, subject: string | RegExp, path: string): Promise<string> {
  const { links } = await waitForMail(to, subject)
  const link = links.find((one) => new URL(one).pathname === path)
  expect(link, `a link to ${path} among ${links.join(', ')}`).toBeDefined()
  return link!
}
