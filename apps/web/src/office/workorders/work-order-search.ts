import { workOrderPriorities, workOrderStatuses } from '@pontic/contract'
import * as z from 'zod/mini'
import { type ChangeSearch as ChangeOf, pagedShape } from '../../ui/paged-search.ts'

/** The query of the list's address: search, filters, page; `new` opens the dialog, with an id as a follow-up to that one. */
export const WorkOrderSearch = z.object({
  words: z.optional(z.string().check(z.maxLength(100))),
  status: z.optional(z.enum(workOrderStatuses)),
  type: z.optional(z.uuid()),
  priority: z.optional(z.enum(workOrderPriorities)),
  ...pagedShape,
  new: z.optional(z.union([z.literal('yes'), z.uuid()])),
})
export type WorkOrderSearch = z.output<typeof WorkOrderSearch>

/** Changes the query; what is undefined leaves the address. */
export type ChangeSearch = ChangeOf<WorkOrderSearch>
