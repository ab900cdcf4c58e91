import { expect } from '@playwright/test'
import { portalUrl } from './portal.ts'

/** A mail as the development mailbox lists it, newest first. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  sentAt: string
}

/** All mails that left, of everybody. */
export async function listMails(): Promise<Mail[]> {
  const response = await fetch(`${portalUrl}/dev/mail`, { headers: { accept: 'application/json' } })
  expect(response.status).toBe(200)
  return (await response.json()) as Mail[]
}

/** The newest mail to an address with this subject, waited for: jobs send mails a moment after their cause. */
export async function waitForMail(to: string, subject: string | RegExp): Promise<Mail> {
  let found: Mail | undefined
  const fits = (mail: Mail) =>
    mail.to === to && (typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject))
  await expect
    .poll(
      async () => {
        found = (await listMails()).find(fits)
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
