import { defineHook } from '../../platform/hooks.ts'
import type { Call } from '../../platform/http/handlers.ts'

/** Runs when an organization registers with an email address that its invitation has verified. */
export const organizationVerified = defineHook<[call: Call<'tx' | 'services'>, organizationId: string]>()
