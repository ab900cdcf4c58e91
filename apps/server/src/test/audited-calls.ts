import { passwordDigest } from '@pontic/client'
import type { AuditAction, RouteName, Routes } from '@pontic/contract'
import type { TestApp } from './app.ts'
import { insertOrder, type OrderValues } from './insert-rows.ts'
import type { People, Person } from './people.ts'
import { password } from './registration.ts'
import { setPassword } from './sign-in.ts'

/** The portal for the calls, with its people, and with Brookside and Northlight as partners. */
export type Stage = { app: TestApp; people: People }

/** The actor in a row; null for none. */
export type RowActor = { accountId: string | null; organizationId: string | null }

/** An expected row of the audit log: action, object, organizations concerned, and actor (by default the caller). */
export type ExpectedRow = {
  action: AuditAction
  object: readonly [type: string, id: string]
  whose?: readonly string[]
  actor?: RowActor
}

// biome-ignore lint/suspicious/noExplicitAny: replies of all calls
type Reply = any

/**
 * One call with the expected rows in the log.
 * - `rows`: from the reply's body if it has new ids; empty for a call that records nothing.
 * - `send`: how to make a call that is not a plain one.
 */
export type AuditedCall = {
  by: Person | undefined
  input?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
  headers?: Record<string, string>
  status?: number
  send?: (app: TestApp) => Promise<{ status: number; body: Reply }>
  rows?: readonly ExpectedRow[] | ((body: Reply) => Promise<readonly ExpectedRow[]> | readonly ExpectedRow[])
}

/** Sets up what a call needs, and returns the call. */
export type AuditFixture = (stage: Stage) => Promise<AuditedCall>

type Declared<Name extends RouteName> = Routes[Name] extends { audit: infer Audit } ? Audit : undefined
type DeclaringName = { [Name in RouteName]: Declared<Name> extends undefined ? never : Name }[RouteName]

type FixtureFor<Audit> = Audit extends readonly (infer Action extends string)[]
  ? { readonly [One in Action]: AuditFixture }
  : AuditFixture

/** A fixture for every call of these features that declares an audit, and one for each action if there are several. */
export type AuditFixtures<Feature extends string = string> = {
  readonly [Name in Extract<DeclaringName, `${Feature}.${string}`>]: FixtureFor<Declared<Name>>
}

/** The digest of the common password of these people. */
export const pwd = passwordDigest(password)

/** Gives a person the common password. */
export async function withPassword(app: TestApp, person: Person): Promise<Person> {
  await setPassword(app, person, password)
  return person
}

/** A person as the actor. */
export const actorOf = ({ accountId, organizationId }: Person): RowActor => ({ accountId, organizationId })

/** A row about an account; the actor is its owner by default. */
export const accountRow = (action: AuditAction, about: Person, by: Person = about): ExpectedRow => ({
  action,
  object: ['account', about.accountId],
  actor: actorOf(by),
})

/** A unique internet address for a call without a session, because calls are limited per address. */
export const visitor = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` })

/** A row about a case that concerns these organizations. */
export const orderRow = (action: AuditAction, id: string, ...whose: Person[]): ExpectedRow => ({
  action,
  object: ['order', id],
  whose: whose.map(({ organizationId }) => organizationId),
})

/** Creates a case of alice, for bob by default. */
export async function caseOf({ app, people }: Stage, order: Partial<OrderValues> = {}): Promise<string> {
  return (await insertOrder(app, { clinic: people.alice, lab: people.bob, ...order })).id
}

/** The day `days` from now. */
export const dayIn = ({ app }: Stage, days: number) =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
