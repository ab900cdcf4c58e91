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

/** Waits for a mail like `waitForMail`. @returns the link in the mail that has this path */
export async function waitForLink(to: string, subject: string | RegExp, path: string): Promise<string> {
  const { links } = await waitForMail(to, subject)
  const link = links.find((one) => new URL(one).pathname === path)
  expect(link, `a link to ${path} among ${links.join(', ')}`).toBeDefined()
  return link!
}
