import type { ActorKind, AuditAction, BusinessType, Language, Permission, Reach } from '@pontic/contract'

/**
 * What a call declares that it records in the audit log.
 * `isStrict`: recording anything else fails the call. Tests are strict, the running portal never refuses work for it.
 */
export type DeclaredAudit = { actions: readonly AuditAction[]; isStrict: boolean }

declare const minted: unique symbol

/** Who calls, as the token look-up found him; nothing of it comes from the client. */
export type Actor = {
  account: { id: string; name: string; email: string; language: Language }
  organization: { id: string; name: string; businessType: BusinessType }
  kind: ActorKind
  membership: 'active' | 'waiting'
  sessionId: string
  /** A second factor guards the account. */
  hasTwoFactor: boolean
  /** The organization demands one of its members. */
  isTwoFactorRequired: boolean
  /** What an API key may do at most; undefined for people. */
  keyScopes: readonly Permission[] | undefined
  /** When the person last proved who they are; undefined for API keys. */
  authenticatedAt: Date | undefined
}

/**
 * Proof that the caller may do what the route's permission names, and how far: `own` = rows that his organization (or,
 * for a person, he) is a party to; `any` = all rows. Every query on tenant rows takes it. Minted only in `http/`.
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
