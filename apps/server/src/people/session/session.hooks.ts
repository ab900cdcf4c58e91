import { defineHook } from '../../platform/hooks.ts'
import type { Call } from '../../platform/http/handlers.ts'

/** Runs when a user signs in with the right password but must change it first. */
export const passwordChangeRequired = defineHook<[call: Call<'tx' | 'services'>, accountId: string]>()
