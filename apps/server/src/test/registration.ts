import { passwordDigest } from '@pontic/client'
import { businessTypes, type Registration } from '@pontic/contract'
import type { SentMessage, TestApp } from './app.ts'
import { as } from './people.ts'

/** Password of everybody who registers in tests. */
export const password = 'Molar-and-incisor-7'

let visitors = 0
/** Returns a visitor without a session, whose calls come from a new IP address. The app must trust 127.0.0.1 as a proxy. */
export const asVisitor = (app: TestApp) =>
  as(app, undefined, { 'x-forwarded-for': `198.51.100.${++visitors}` })

let registrations = 0
/** Creates a unique body for the registration of a clinic. */
export const registration = (more: Record<string, unknown> = {}): Registration => ({
  businessType: businessTypes.clinic,
  organizationName: `Clinic ${++registrations}`,
  address: '1 High Street',
  name: 'Nora',
  email: `nora${registrations}@new.example`,
  password: passwordDigest(password),
  ...more,
})

/** Finds the last mail to an address. */
export const findMail = async (app: TestApp, to: string): Promise<SentMessage | undefined> =>
  (await app.readMails()).find((mail) => mail.to === to)

/** Returns the code in a link; empty if there is none. */
export const codeOf = (link: string | null | undefined): string => link?.split('#code=')[1] ?? ''

/** Returns the code in the last mail to an address. */
export const readCode = async (app: TestApp, to: string): Promise<string> =>
  codeOf((await findMail(app, to))?.links[0])
