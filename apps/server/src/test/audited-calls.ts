import { passwordDigest } from '@pontic/client'
import type { AuditAction, RouteName, Routes } from '@pontic/contract'
import type { TestApp } from './app.ts'
import { insertOrder, type OrderValues } from './insert-rows.ts'
import type { People, Person } from './people.ts'
import { password } from './registration.ts'
import { setPassword } from './sign-in.ts'

/** A portal with people, in which the clinic Brookside and the laboratory Northlight are partners. */
export type Stage = { app: TestApp; people: People }

/** The actor of a row in the audit log; null for none. */
export type RowActor = { accountId: string | null; organizationId: string | null }

/** An expected row of the audit log. `whose`: ids of the organizations that it concerns. The actor is the caller by default. */
export type ExpectedRow = {
  action: AuditAction
  object: readonly [type: string, id: string]
  whose?: readonly string[]
  actor?: RowActor
}

// biome-ignore lint/suspicious/noExplicitAny: replies of all calls
type Reply = any

/**
 * A call with the rows that it must record.
 * - `rows`: a function of the reply's body if the rows contain new ids; omitted for a call that records nothing.
 * - `send`: makes the call if `as(…).call` cannot.
 */
export type AuditedCall = {
  by: Person | undefined
  input?: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
  headers?: Record<string, string>
  status?: number
  send?: (app: TestApp) => Promise<{ status: number; body: Reply }>
  rows?: readonly ExpectedRow[] | ((body: Reply) => Promise<readonly ExpectedRow[]> | readonly ExpectedRow[])
}

/** Prepares the data for a call and returns the call. */
export type AuditFixture = (stage: Stage) => Promise<AuditedCall>

type Declared<Name extends RouteName> = Routes[Name] extends { audit: infer Audit } ? Audit : undefined
type DeclaringName = { [Name in RouteName]: Declared<Name> extends undefined ? never : Name }[RouteName]

type FixtureFor<Audit> = Audit extends readonly (infer Action extends string)[]
  ? { readonly [One in Action]: AuditFixture }
  : AuditFixture

/** Fixtures of all calls of these features that declare `audit`. A call with several actions has a fixture for each. */
export type AuditFixtures<Feature extends string = string> = {
  readonly [Name in Extract<DeclaringName, `${Feature}.${string}`>]: FixtureFor<Declared<Name>>
}

/** Digest of the password that `withPassword` sets. */
export const pwd = passwordDigest(password)

/** Sets the shared password of a person. */
export async function withPassword(app: TestApp, person: Person): Promise<Person> {
  await setPassword(app, person, password)
  return person
}

/** Returns a person as the actor of a row. */
export const actorOf = ({ accountId, organizationId }: Person): RowActor => ({ accountId, organizationId })

/** Returns the row about an account. The actor is its owner by default. */
export const accountRow = (action: AuditAction, about: Person, by: Person = about): ExpectedRow => ({
  action,
  object: ['account', about.accountId],
  actor: actorOf(by),
})

/** Returns a header with a separate IP address for a call without a session, because such calls are limited per IP address. */
export const visitor = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` })

/** Returns the row about a case that concerns these organizations. */
export const orderRow = (action: AuditAction, id: string, ...whose: Person[]): ExpectedRow => ({
  action,
  object: ['order', id],
  whose: whose.map(({ organizationId }) => organizationId),
})

/** Inserts a case of the clinic, by default for the laboratory of `bob`. @returns its id */
export async function caseOf({ app, people }: Stage, order: Partial<OrderValues> = {}): Promise<string> {
  return (await insertOrder(app, { clinic: people.alice, lab: people.bob, ...order })).id
}

/** Returns the day that is `days` from now. */
export const dayIn = ({ app }: Stage, days: number) =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
