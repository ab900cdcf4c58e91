import { MarkLayer } from '@pontic/viewer/tools'
import { useEffect, useRef } from 'react'
import type { ToolProps } from './tool-props.ts'
import type { StartPoints } from './use-alignment.ts'

type Props = Pick<ToolProps, 'scene' | 'stage'> & { pair: readonly [newer: string, older: string] }

/** Draws the points that the user has set on two scans, with their numbers. */
export function StartMarks({ points, ...props }: Props & { points: StartPoints }) {
  useStartMarks(props, points)
  return null
}

/** As `StartMarks`. */
export function useStartMarks({ scene, stage, pair }: Props, points: StartPoints | undefined): void {
  const marks = useRef<MarkLayer>(undefined)
  const [newer, older] = pair
  useEffect(() => {
    const layer = new MarkLayer(stage, scene)
    marks.current = layer
    return () => layer.dispose()
  }, [scene, stage])
  useEffect(() => {
    const mark = (scanId: string) => (place: readonly [number, number, number], at: number) => ({
      id: `${scanId} ${at}`,
      handles: [{ place, scanId }],
      lines: [],
      label: { text: String(at + 1), at: { place, scanId } },
      look: 'plain' as const,
    })
    marks.current?.setMarks([
      ...(points?.newer ?? []).map(mark(newer)),
      ...(points?.older ?? []).map(mark(older)),
    ])
  }, [points, newer, older])
}
