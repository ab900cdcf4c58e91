import type { ReactNode } from 'react'
import { useCallback, useMemo, useState } from 'react'
import { readStored, writeStored } from '../frame/stored.ts'

/** A column of a table. `Column` in `list.ts` explains its fields. */
export type ListColumn<Row> = {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  readonly sortKey?: string
  readonly sortsUp?: true
  readonly align?: 'end'
  readonly widthPx?: number
  readonly yields?: number
  readonly isKept?: true
  readonly isFirstHidden?: true
  readonly isName?: true
  readonly startsHidden?: true
  readonly isHeaderHidden?: true
}

/** The user's choice of columns. `shown` has the ids of the shown columns in their order, or null for the default columns. */
export type ColumnChoice = {
  readonly shown: readonly string[] | null
  readonly choose: (shown: readonly string[] | null) => void
}

/** Returns the user's column choice for a list. It is stored in this browser under the list's name. */
export function useColumnChoice(name: string): ColumnChoice {
  const key = `pontic.shown.${name}`
  const [shown, setShown] = useState(() => readStored<readonly string[]>(key) ?? null)
  const choose = useCallback(
    (next: readonly string[] | null) => {
      writeStored(key, next ?? undefined)
      setShown(next)
    },
    [key],
  )
  return useMemo(() => ({ shown, choose }), [shown, choose])
}

/** Returns the ids of the default columns. */
export const defaultColumns = (columns: readonly ListColumn<never>[]): string[] =>
  columns.filter((column) => !column.startsHidden).map((column) => column.id)

/** Returns the chosen columns in their order, always with the name column. @param columns all columns that fit on the screen */
export function pickColumns<Row>(
  columns: readonly ListColumn<Row>[],
  shown: readonly string[] | null,
): ListColumn<Row>[] {
  if (shown === null) return columns.filter((column) => !column.startsHidden)
  const picked = shown.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const names = columns.filter((column) => column.isName && !picked.includes(column))
  return [...names, ...picked]
}
