import { passwordDigest } from '@pontic/client'
import type { AuditAction, RouteName, Routes } from '@pontic/contract'
import type { TestApp } from './app.ts'
import { type MadeOrder, makeOrder } from './make.ts'
import type { People, Person } from './people.ts'
import { password } from './registration.ts'
import { setPassword } from './sign-in.ts'

/** Where the calls are made: a portal, its people, and Brookside and Northlight as partners. */
export type Stage = { app: TestApp; people: People }

/** Who did it, as the row names it; null for nobody. */
export type RowActor = { accountId: string | null; organizationId: string | null }

/** A row of the audit log: what was done to which object, whose data it was, and who did it (unless told: the caller). */
export type ExpectedRow = {
  action: AuditAction
  object: readonly [type: string, id: string]
  whose?: readonly string[]
  actor?: RowActor
}

// biome-ignore lint/suspicious/noExplicitAny: replies of all calls
type Reply = any

/**
 * One call with what it leaves in the log.
 * - `rows`: made of the reply's body where ids are new; empty for a call that records nothing.
 * - `send`: how the call is made where it is no plain one.
 */
export type AuditedCall = {
  by: Person | undefined
  input?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
  headers?: Record<string, string>
  status?: number
  send?: (app: TestApp) => Promise<{ status: number; body: Reply }>
  rows?: readonly ExpectedRow[] | ((body: Reply) => Promise<readonly ExpectedRow[]> | readonly ExpectedRow[])
}

/** Makes what a call needs, and tells the call. */
export type AuditFixture = (stage: Stage) => Promise<AuditedCall>

type Declared<Name extends RouteName> = Routes[Name] extends { audit: infer Audit } ? Audit : undefined
type DeclaringName = { [Name in RouteName]: Declared<Name> extends undefined ? never : Name }[RouteName]

type FixtureFor<Audit> = Audit extends readonly (infer Action extends string)[]
  ? { readonly [One in Action]: AuditFixture }
  : AuditFixture

/** A fixture for every call of these features that declares an audit, and one for each action where there are several. */
export type AuditFixtures<Feature extends string = string> = {
  readonly [Name in Extract<DeclaringName, `${Feature}.${string}`>]: FixtureFor<Declared<Name>>
}

/** The digest of everybody's password here. */
export const pwd = passwordDigest(password)

/** Somebody with a password. */
export async function withPassword(app: TestApp, person: Person): Promise<Person> {
  await setPassword(app, person, password)
  return person
}

/** Somebody as the one who did it. */
export const actorOf = ({ accountId, organizationId }: Person): RowActor => ({ accountId, organizationId })

/** A row about an account, done by its owner unless told. */
export const accountRow = (action: AuditAction, about: Person, by: Person = about): ExpectedRow => ({
  action,
  object: ['account', about.accountId],
  actor: actorOf(by),
})

/** An internet address of its own for a call without a session: calls are counted by it. */
export const visitor = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` })

/** A row about a case that concerns these organizations. */
export const orderRow = (action: AuditAction, id: string, ...whose: Person[]): ExpectedRow => ({
  action,
  object: ['order', id],
  whose: whose.map(({ organizationId }) => organizationId),
})

/** A case of alice, for bob unless told. */
export async function caseOf({ app, people }: Stage, order: Partial<MadeOrder> = {}): Promise<string> {
  return (await makeOrder(app, { clinic: people.alice, lab: people.bob, ...order })).id
}

/** A day, so many days from now. */
export const dayIn = ({ app }: Stage, days: number) =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
