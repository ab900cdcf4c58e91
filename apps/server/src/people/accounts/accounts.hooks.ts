import { defineHook } from '../../platform/hooks.ts'
import type { Call, RequestFacts } from '../../platform/http/handlers.ts'

/** An account whose API keys must be revoked, and the request that causes the revocation. */
export type KeyCreator = { id: string; name: string; organizationId: string; request: RequestFacts }

/**
 * Runs when API keys that an account created may be compromised.
 * @param since only keys created since this time; undefined for all keys
 */
export const keysCompromised =
  defineHook<[call: Call<'tx' | 'services'>, creator: KeyCreator, since: Date | undefined]>()
