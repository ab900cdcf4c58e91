import { type MeshUnit, meshUnits, type Sides } from '@pontic/contract'
import { useFormats } from '../../frame/i18n.tsx'

/** Decimals for a precision of a tenth of a millimetre in each unit. */
const decimals: Readonly<Record<MeshUnit, number>> = { mm: 1, cm: 2, m: 4, inch: 2, um: 0, unknown: 2 }

const symbols: Readonly<Record<MeshUnit, string>> = {
  mm: 'mm',
  cm: 'cm',
  m: 'm',
  inch: 'in',
  um: 'µm',
  unknown: '',
}

/**
 * Formats the sides of scans for the texts `{width} × {depth} × {height} {unit}`.
 * @returns a function of width, depth and height (`orderSides`) and their unit; `isRound` omits trailing zeros
 */
export function useScanSize() {
  const { number } = useFormats()
  return (sides: Sides, unit: MeshUnit, isRound = false) => {
    const most = decimals[unit]
    const [width = '', depth = '', height = ''] = sides.map((side) => number(side, most, isRound ? 0 : most))
    return { width, depth, height, unit: symbols[unit] }
  }
}

/** The unit that all have in common; undefined if they differ. */
export const commonUnitOf = (units: readonly MeshUnit[]): MeshUnit | undefined =>
  meshUnits.find((unit) => units.every((one) => one === unit))
