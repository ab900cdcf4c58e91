import { defineHook } from '../../platform/hooks.ts'
import type { Call } from '../../platform/http/handlers.ts'

/** Runs when a right password must be replaced before its owner can sign in. */
export const passwordChangeRequired = defineHook<[call: Call<'tx' | 'services'>, accountId: string]>()
