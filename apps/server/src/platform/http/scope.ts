import type { ActorKind, AuditAction, BusinessType, Language, Permission, Reach } from '@pontic/contract'

/**
 * The actions that a call declares for the audit log. With `isStrict`, recording any other action fails the call: in tests
 * only, because a running portal must not refuse work for it.
 */
export type DeclaredAudit = { actions: readonly AuditAction[]; isStrict: boolean }

declare const minted: unique symbol

/** The caller, as found by the token look-up. No value comes from the client. */
export type Actor = {
  account: { id: string; name: string; email: string; language: Language }
  organization: { id: string; name: string; businessType: BusinessType }
  kind: ActorKind
  membership: 'active' | 'waiting'
  sessionId: string
  /** Whether the account has a second factor. */
  hasTwoFactor: boolean
  /** Whether the organization requires one of its members. */
  isTwoFactorRequired: boolean
  /** The permissions of an API key; undefined for people. */
  apiKeyPermissions: readonly Permission[] | undefined
  /** When the person last proved their identity; undefined for API keys. */
  authenticatedAt: Date | undefined
}

/**
 * Proof that the caller has the route's permission, and its reach: `own` = rows that their organization (or, for an individual,
 * the account) is a party to; `any` = all rows. Every query on customer data requires it. Only `http/` creates it.
 */
export type Scope = Actor & {
  readonly [minted]: true
  reach: Reach
  permission: Permission
  requestId: string
  /** Address of the caller, for the audit. */
  address: string
  audit: DeclaredAudit
}
