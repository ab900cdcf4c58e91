import { useMediaQuery } from '@mantine/hooks'
import { breakpoints } from './list.ts'

/** Returns a width in em between the same two breakpoints as the window's width. The result changes only at breakpoints. */
export function useBreakpoint(): number {
  const first = { getInitialValueInEffect: false }
  const [one, two, three, four] = breakpoints
  const below = [
    useMediaQuery(`(max-width: ${one}em)`, undefined, first),
    useMediaQuery(`(max-width: ${two}em)`, undefined, first),
    useMediaQuery(`(max-width: ${three}em)`, undefined, first),
    useMediaQuery(`(max-width: ${four}em)`, undefined, first),
  ]
  const next = breakpoints.find((_, at) => below[at])
  return next === undefined ? Number.POSITIVE_INFINITY : next - 1
}

/** Whether the window is so narrow that lists have rows for phones instead of a table. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
