import type { ReactNode } from 'react'
import { useCallback, useState } from 'react'
import { readStored, writeStored } from '../frame/stored.ts'

/** A column as a table draws it; what its fields mean is said at `Column`. */
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

/** Which columns of a list are shown, in their order; null: the usual ones. */
export type ColumnChoice = {
  readonly shown: readonly string[] | null
  readonly choose: (shown: readonly string[] | null) => void
}

/** The columns of a list that somebody chose, kept in this browser under the list's name. */
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

/** The ids of the usual columns. */
export const usualColumns = (columns: readonly ListColumn<never>[]): string[] =>
  columns.filter((column) => !column.startsHidden).map((column) => column.id)

/** The columns to draw: those chosen, in their order, without those that have no room here; the name is always among them. */
export function pickColumns<Row>(
  columns: readonly ListColumn<Row>[],
  shown: readonly string[] | null,
): ListColumn<Row>[] {
  if (shown === null) return columns.filter((column) => !column.startsHidden)
  const picked = shown.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const names = columns.filter((column) => column.isName && !picked.includes(column))
  return [...names, ...picked]
}
