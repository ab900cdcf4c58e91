import * as z from 'zod/mini'

/** The query of the addresses of types and operators: words of the search, page. */
export const SettingsSearch = z.object({
  words: z.optional(z.string().check(z.maxLength(100))),
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
})
export type SettingsSearch = z.output<typeof SettingsSearch>

/** Changes the query; what is undefined leaves the address. */
export type ChangeSettings = (change: Partial<SettingsSearch>, options?: { replace?: boolean }) => void

/** Queries travel as text. */
export const asQuery = (values: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) as never
