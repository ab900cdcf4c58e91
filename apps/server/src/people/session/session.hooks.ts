import type { Tx } from '../../platform/db/database.ts'
import { defineHook } from '../../platform/hooks.ts'
import type { Services } from '../../platform/services.ts'

/** Runs when a right password must be replaced before its owner can sign in. */
export const passwordChangeRequired = defineHook<[tx: Tx, services: Services, accountId: string]>()
