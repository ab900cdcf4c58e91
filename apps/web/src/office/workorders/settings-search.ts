import * as z from 'zod/mini'
import { type ChangeSearch as ChangeOf, pagedShape } from '../../ui/paged-search.ts'

/** The query of the addresses of types and operators: words of the search, page. */
export const SettingsSearch = z.object({
  words: z.optional(z.string().check(z.maxLength(100))),
  ...pagedShape,
})
export type SettingsSearch = z.output<typeof SettingsSearch>

/** Changes the query; what is undefined leaves the address. */
export type ChangeSettings = ChangeOf<SettingsSearch>

/** Queries travel as text. */
export const asQuery = (values: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) as never
