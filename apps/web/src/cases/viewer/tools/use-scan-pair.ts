import type { SceneScan } from '@pontic/viewer/scene'
import { useState } from 'react'
import { withScan } from './scan-pair.ts'

type Pair = readonly [from: string, to: string]

/**
 * The two scans of a tool, until the user chooses others.
 * @param find selects the first pair
 * @returns undefined while the case has fewer than two scans
 */
export function useScanPair(
  scans: readonly SceneScan[],
  find: (scans: readonly SceneScan[]) => Pair | undefined,
): [Pair | undefined, (at: 0 | 1, id: string) => void] {
  const [chosen, setChosen] = useState<Pair>()
  const [first, setFirst] = useState<Pair>()
  const isThere = (pair: Pair | undefined) => pair?.every((id) => scans.some((scan) => scan.id === id))
  // The pair stays the same while the tool hides and shows scans.
  const kept = isThere(chosen) ? chosen : isThere(first) ? first : undefined
  const pair = kept ?? find(scans)
  if (!kept && pair && pair[0] !== first?.[0]) setFirst(pair)
  return [pair, (at, id) => pair && setChosen(withScan(pair, at, id))]
}
