import {
  businessTypes,
  manageSorts,
  orderStatuses,
  organizationStates,
  userRoles,
  userStates,
} from '@pontic/contract'
import * as z from 'zod/mini'
import { pagedShape } from '../../ui/paged-search.ts'

const paging = {
  words: z.optional(z.string().check(z.maxLength(100))),
  ...pagedShape,
}
const types = Object.values(businessTypes).map(String)

/** The query of the address of the list of organizations. */
export const OrganizationSearch = z.object({
  ...paging,
  type: z.optional(z.enum(types)),
  state: z.optional(z.enum(organizationStates)),
  sort: z.optional(z.enum(manageSorts)),
})
export type OrganizationSearch = z.output<typeof OrganizationSearch>

/** The query of the address of the list of users; `organization` is an id. */
export const UserSearch = z.object({
  ...paging,
  organization: z.optional(z.uuid()),
  type: z.optional(z.enum(types)),
  state: z.optional(z.enum(userStates)),
  role: z.optional(z.enum(userRoles)),
  sort: z.optional(z.enum(manageSorts)),
})
export type UserSearch = z.output<typeof UserSearch>

/** The query of the address of the list of cases; `organization` is an id on either side. */
export const CaseSearch = z.object({
  ...paging,
  organization: z.optional(z.uuid()),
  status: z.optional(z.enum(orderStatuses)),
  type: z.optional(z.enum(['0', '1', '2', '7'])),
  deleted: z.optional(z.literal('yes')),
})
export type CaseSearch = z.output<typeof CaseSearch>
