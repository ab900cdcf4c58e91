import type { Tx } from '../../platform/db/database.ts'
import { defineHook } from '../../platform/hooks.ts'
import type { Services } from '../../platform/services.ts'

/** Runs when an organization registers with an address that its invitation has verified. */
export const organizationVerified = defineHook<[tx: Tx, services: Services, organizationId: string]>()
