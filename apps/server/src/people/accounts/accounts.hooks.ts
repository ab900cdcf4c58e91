import { defineHook } from '../../platform/hooks.ts'
import type { Call, RequestFacts } from '../../platform/http/handlers.ts'

/** An account whose API keys are no longer trusted, and the request that revokes them. */
export type KeyCreator = { id: string; name: string; organizationId: string; request: RequestFacts }

/** Runs when the keys that an account created may be in other hands. @param since only the keys created since then */
export const keysDistrusted =
  defineHook<[call: Call<'tx' | 'services'>, creator: KeyCreator, since: Date | undefined]>()
