import type { ActorKind, AuditAction, BusinessType, Language, Permission, Reach } from '@pontic/contract'

/**
 * The audit actions that a route declares. With `isStrict`, recording any other action fails the call. Only tests enable
 * `isStrict`, because a running portal must not refuse work for a missing declaration.
 */
export type DeclaredAudit = { actions: readonly AuditAction[]; isStrict: boolean }

declare const scopeBrand: unique symbol

/** The authenticated caller, as read from the database. No value comes from the request. */
export type Actor = {
  account: { id: string; name: string; email: string; language: Language }
  organization: { id: string; name: string; businessType: BusinessType }
  kind: ActorKind
  membership: 'active' | 'waiting'
  sessionId: string
  /** Whether the account has a second factor. */
  hasTwoFactor: boolean
  /** Whether the organization requires a second factor of its members. */
  isTwoFactorRequired: boolean
  /** The permissions of an API key; undefined for people. */
  apiKeyPermissions: readonly Permission[] | undefined
  /** When the person last proved their identity; undefined for API keys. */
  authenticatedAt: Date | undefined
}

/**
 * Proof that the caller has the route's permission. `reach` is `own` for the rows that the caller's organization (or, for
 * an individual, the account) is a party to, or `any` for all rows. The queries that look up customer data for a call require
 * a scope. Only `createScope` creates one.
 */
export type Scope = Actor & {
  readonly [scopeBrand]: true
  reach: Reach
  permission: Permission
  requestId: string
  /** Address of the caller, for the audit. */
  address: string
  audit: DeclaredAudit
}
