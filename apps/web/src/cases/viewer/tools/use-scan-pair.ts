import type { SceneScan } from '@pontic/viewer/scene'
import { useEffect, useRef, useState } from 'react'
import type { Store } from '../../../frame/store.ts'
import { withScan } from './scan-pair.ts'
import { change, type PairValues } from './tool-values.ts'

type Pair = readonly [from: string, to: string]

/**
 * The two scans of a tool, until the user chooses others.
 * @param find selects the first pair
 * @param values stores the pair
 * @returns undefined while the case has fewer than two scans
 */
export function useScanPair<Values extends PairValues>(
  scans: readonly SceneScan[],
  find: (scans: readonly SceneScan[]) => Pair | undefined,
  values: Store<Values>,
): [Pair | undefined, (at: 0 | 1, id: string) => void] {
  const chosen = values.useValue().pair
  const setPair = (pair: Pair | undefined) =>
    change<PairValues>(values as unknown as Store<PairValues>, { pair })
  const [first, setFirst] = useState<Pair>()
  const isThere = (pair: Pair | undefined) => pair?.every((id) => scans.some((scan) => scan.id === id))
  // The pair stays the same while the tool hides and shows scans.
  const kept = isThere(chosen) ? chosen : isThere(first) ? first : undefined
  const pair = kept ?? find(scans)
  if (!kept && pair && pair[0] !== first?.[0]) setFirst(pair)
  const latest = useRef(setPair)
  latest.current = setPair
  // A pair of a link stays until its scans are loaded.
  const [from, to] = chosen ? [] : (pair ?? [])
  useEffect(() => {
    if (from !== undefined && to !== undefined) latest.current([from, to])
  }, [from, to])
  return [pair, (at, id) => pair && setPair(withScan(pair, at, id))]
}
