import { randomUUID } from 'node:crypto'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
} from '@playwright/test'
import { type Client, createClient, passwordDigest, type StoredSession, sessionKey } from '@pontic/client'
import { businessTypes, type Language } from '@pontic/contract'
import { demoPassword, demoPeople } from '../apps/server/src/demo/demo-people.ts'
import { waitForLink } from './mail.ts'
import { portalUrl } from './portal.ts'

/** A person who is signed in with the SDK and can open browsers. */
export type Person = {
  name: string
  email: string
  password: string
  organizationId: string
  organizationName: string
  /** SDK client with which a test prepares data. */
  client: Client
  /** Opens a new browser with the session of the person, as with "stay signed in". */
  open: Opener
}

/** Eight random characters, for names and addresses. */
export const unique = (): string => randomUUID().slice(0, 8)

/** A valid password. */
export const password = 'bridge-of-11'

// Each person has their own IP address in a header that the portal trusts, so that they do not share rate limits.
const randomByte = () => Math.floor(Math.random() * 254) + 1
const newAddress = () => `10.${randomByte()}.${randomByte()}.${randomByte()}`

/** Headers with a random IP address. */
export const machineHeaders = (): Record<string, string> => ({ 'x-forwarded-for': newAddress() })

function clientFrom(headers: Record<string, string>): Client {
  return createClient({
    baseUrl: portalUrl,
    language: () => 'en_US',
    fetch: (input, init) => fetch(input, { ...init, headers: { ...headers, ...(init?.headers as object) } }),
  })
}

/** Options of a new browser; with a `session` it is signed in. `baseURL` is another node of the portal. */
export type PageOptions = BrowserContextOptions & { language?: Language; session?: StoredSession }

/** Opens a page in a new browser context, which is closed when the test ends. */
export type Opener = (options?: PageOptions) => Promise<Page>

async function signedIn(
  openPage: Opener,
  who: { name: string; email: string; password: string },
  client: Client,
  headers: Record<string, string>,
): Promise<Person> {
  const session = await client.session.signIn({
    username: who.email,
    password: who.password,
    rememberMe: true,
  })
  const open = (options: PageOptions = {}) => openPage({ ...options, extraHTTPHeaders: headers, session })
  const { organization_id: organizationId, organization_name: organizationName } = session
  return { ...who, organizationId, organizationName, client, open }
}

type Fixtures = {
  /** Opens a new browser, signed out. */
  openPage: Opener
  /** Registers a clinic or laboratory, verifies the email address by the mailed link, and signs the administrator in. */
  register: (kind: 'clinic' | 'lab', name: string) => Promise<Person>
  /** Signs in a demo account. Tests must not change the demo data. */
  demo: (who: keyof typeof demoPeople) => Promise<Person>
  /** Signs in an existing account. */
  signIn: (who: { name: string; email: string; password: string }) => Promise<Person>
}

/** Type of the fixture `register`. */
export type Register = Fixtures['register']

/** Playwright's `test` with fixtures that create people. */
export const test = base.extend<Fixtures>({
  openPage: async ({ browser, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const page = await openPage(browser, { ...contextOptions, ...options })
      opened.push(page.context())
      return page
    })
    for (const context of opened) await context.close()
  },
  register: async ({ openPage }, use) => {
    const clients: Client[] = []
    await use(async (kind, name) => {
      const headers = machineHeaders()
      const client = clientFrom(headers)
      clients.push(client)
      return await registerBy(openPage, client, headers, kind, name)
    })
    for (const client of clients) client.dispose()
  },
  signIn: async ({ openPage }, use) => {
    const clients: Client[] = []
    await use(async (who) => {
      const headers = machineHeaders()
      const client = clientFrom(headers)
      clients.push(client)
      return await signedIn(openPage, who, client, headers)
    })
    for (const client of clients) client.dispose()
  },
  demo: async ({ signIn }, use) => {
    await use((who) => signIn({ ...demoPeople[who], password: demoPassword }))
  },
})

async function openPage(browser: Browser, { language, session, ...options }: PageOptions): Promise<Page> {
  const context = await browser.newContext({ extraHTTPHeaders: machineHeaders(), ...options })
  // A script stores the session, because `storageState` would open another page in another process.
  if (session)
    await context.addInitScript(storeSession, {
      key: sessionKey,
      value: JSON.stringify(session),
      origin: options.baseURL ?? portalUrl,
    })
  if (language)
    await context.addCookies([{ name: 'language', value: language, url: options.baseURL ?? portalUrl }])
  return await context.newPage()
}

/** Fills in the English sign-in form and submits it. */
export async function submitSignIn(
  page: Page,
  who: { email: string; password: string },
  isRemembered = false,
): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(who.email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(who.password)
  if (isRemembered) await page.getByRole('checkbox', { name: 'Stay signed in on this device' }).check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Stores a session when the first document of the portal loads. Later documents do not change it, even after a sign-out. */
function storeSession({ key, value, origin }: { key: string; value: string; origin: string }): void {
  const mark = 'e2e.session'
  if (location.origin !== origin || localStorage.getItem(mark) !== null) return
  localStorage.setItem(mark, 'stored')
  localStorage.setItem(key, value)
}

async function registerBy(
  openPage: Opener,
  client: Client,
  headers: Record<string, string>,
  kind: 'clinic' | 'lab',
  name: string,
): Promise<Person> {
  const id = unique()
  const email = `${name.toLowerCase()}-${id}@${kind}.example`
  const place = kind === 'clinic' ? 'Dental' : 'Lab'
  const body = {
    businessType: businessTypes[kind],
    organizationName: `${name} ${place} ${id}`,
    address: '1 Mill Lane, Bristol',
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${id}`,
    email,
    password: passwordDigest(password),
  }
  await client.call('organizations.register', { body: body as never })
  const link = await waitForLink(email, 'Verify your email address', '/verifyEmail')
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? ''
  await client.call('accounts.verifyEmailByEmailCode', { body: { code } })
  return await signedIn(openPage, { name: body.name, email, password }, client, headers)
}
