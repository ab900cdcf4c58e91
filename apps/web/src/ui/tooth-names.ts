import {
  compareTeeth,
  formatTooth,
  isPrimary,
  positionOf,
  quadrantOf,
  type TeethNumbering,
  type Tooth,
} from '@pontic/contract'
import { useMemo } from 'react'
import { useFormats, useTexts } from '../frame/i18n.tsx'
import { type Joint, joinedTo } from './tooth-picking.ts'

type PermanentPosition = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
type PrimaryPosition = 1 | 2 | 3 | 4 | 5

/** Returns a function that names a tooth: `Upper right first molar`, 右上第一磨牙. */
export function useToothNames(): (tooth: Tooth) => string {
  const t = useTexts('teeth')
  return useMemo(
    () => (tooth) => {
      const kind = isPrimary(tooth)
        ? t(`primary.${positionOf(tooth) as PrimaryPosition}`)
        : t(`permanent.${positionOf(tooth) as PermanentPosition}`)
      return t('name', { quadrant: t(`quadrant.${quadrantOf(tooth)}`), tooth: kind })
    },
    [t],
  )
}

/**
 * Returns a function that describes a tooth for screen readers: `Upper right first molar, 16, crown, joined to 15`. Its
 * parameters are the tooth, the name of its work, and the joints of the chart.
 */
export function useToothDescription(notation: TeethNumbering) {
  const t = useTexts('teeth.read')
  const nameOf = useToothNames()
  const { list } = useFormats()
  return useMemo(
    () => (tooth: Tooth, work: string | undefined, joints: readonly Joint[]) => {
      const joined = joinedTo(joints, tooth).sort(compareTeeth)
      const is = { name: nameOf(tooth), code: formatTooth(tooth, notation) }
      const teeth = list(joined.map((one) => formatTooth(one, notation)))
      if (joined.length === 0) return work ? t('work', { ...is, work }) : t('plain', is)
      return work ? t('workJoined', { ...is, work, teeth }) : t('joined', { ...is, teeth })
    },
    [t, nameOf, list, notation],
  )
}
