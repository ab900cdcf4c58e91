import type { ReactNode } from 'react'
import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../frame/stored.ts'

/** A column of a table; see `Column` for its fields. */
export type ListColumn<Row> = {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  readonly sortKey?: string
  readonly align?: 'end'
  readonly widthPx?: number
  readonly isName?: true
  readonly startsHidden?: true
  readonly isHeadSilent?: true
}

/** The shown columns of a list in their order; null for the default. */
export type ColumnChoice = {
  readonly shown: readonly string[] | null
  readonly choose: (shown: readonly string[] | null) => void
}

/** The user's columns of a list, kept in this browser under the list's name. */
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
  return { shown, choose }
}

/** The ids of the default columns. */
export const usualColumns = (columns: readonly ListColumn<never>[]): string[] =>
  columns.filter((column) => !column.startsHidden).map((column) => column.id)

/** The columns to show: the chosen ones that have room, in their order, and always the name. */
export function pickColumns<Row>(
  columns: readonly ListColumn<Row>[],
  shown: readonly string[] | null,
): ListColumn<Row>[] {
  if (shown === null) return columns.filter((column) => !column.startsHidden)
  const picked = shown.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const names = columns.filter((column) => column.isName && !picked.includes(column))
  return [...names, ...picked]
}
