import { type AuditFilter, Day, Id } from '@pontic/contract'
import * as z from 'zod/mini'
import { type ChangeSearch as ChangeOf, firstPage, pagedShape } from '../../ui/paged-search.ts'

/** The query of the log's address: all that it shows is in it, so that a search can be kept, shared and gone back to. */
export const AuditSearch = z.object({
  words: z.optional(z.string().check(z.maxLength(100))),
  action: z.optional(z.string().check(z.regex(/^[A-Za-z]{1,40}\.[A-Za-z]{0,60}$/))),
  organization: z.optional(Id),
  object: z.optional(Id),
  account: z.optional(Id),
  request: z.optional(Id),
  staff: z.optional(z.enum(['platform', 'others'])),
  from: z.optional(Day),
  to: z.optional(Day),
  ...pagedShape,
})
export type AuditSearch = z.output<typeof AuditSearch>

/** Changes the query; what is undefined leaves the address. */
export type ChangeSearch = ChangeOf<AuditSearch>

/** Everything that can be sought, taken away. */
export const noSearch = {
  words: undefined,
  action: undefined,
  organization: undefined,
  object: undefined,
  account: undefined,
  request: undefined,
  staff: undefined,
  from: undefined,
  to: undefined,
  ...firstPage,
} as const

/** What the call of the log is asked for. */
export function filterOf(search: AuditSearch): AuditFilter {
  const filter = {
    words: search.words || undefined,
    action: search.action,
    organizationId: search.organization,
    objectId: search.object,
    accountId: search.account,
    requestId: search.request,
    isPlatform: search.staff && search.staff === 'platform',
    from: search.from,
    to: search.to,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}
