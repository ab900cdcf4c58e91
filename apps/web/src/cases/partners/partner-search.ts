import { Id } from '@pontic/contract'
import * as z from 'zod/mini'

/** The three tabs (requirement 2.partners.tab), in their order. */
export const partnerTabs = ['search', 'applications', 'partners'] as const
export type PartnerTab = (typeof partnerTabs)[number]

/** What the page has in its address beside its lists; `invite`: the case that an invitation is to keep ready. */
export const partnerAddress = { tab: z.enum(partnerTabs), invite: Id }
