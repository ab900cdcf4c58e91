import { lengthAlong, type PickedPoint } from '@pontic/viewer/measure'
import { useCallback } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import type { Measure, MeasureResult } from './measures.ts'

/** Returns functions that format measurements: lengths with two decimals, angles with one. */
export function useMeasureTexts() {
  const t = useTexts('viewer.measure')
  const { length, number } = useFormats()
  const numberOf = useCallback(
    ({ kind }: Pick<Measure, 'kind'>, { value }: MeasureResult) =>
      kind === 'angle' ? `${number(value, 1, 1)}°` : length(value),
    [length, number],
  )
  /** The number beside the points of a measurement, with a sign for diameters. */
  const labelOf = useCallback(
    (measure: Measure, result: MeasureResult) =>
      `${measure.kind === 'circle' || measure.kind === 'rim' ? '⌀ ' : ''}${numberOf(measure, result)}`,
    [numberOf],
  )
  const lengthLabel = useCallback(
    (points: readonly PickedPoint[]) => length(lengthAlong(points.map(({ point }) => point))),
    [length],
  )
  /** The name that the user has entered, or the kind with a number. */
  const nameOf = useCallback(({ name, kind, id }: Measure) => name || `${t(`kinds.${kind}`)} ${id}`, [t])
  return { numberOf, labelOf, lengthLabel, nameOf }
}
