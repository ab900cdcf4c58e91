import { type MeshUnit, meshUnits, type Sides } from '@pontic/contract'
import { useFormats } from '../../frame/i18n.tsx'

/** The number of decimals of each unit, for a precision of about a tenth of a millimetre. */
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
 * Formats the sides of scans for texts of the form `{width} × {depth} × {height} {unit}`.
 * @returns a function of the sides (as from `orderSides`) and their unit. `isRound` omits trailing zeros
 */
export function useScanSize() {
  const { number } = useFormats()
  return (sides: Sides, unit: MeshUnit, isRound = false) => {
    const most = decimals[unit]
    const [width = '', depth = '', height = ''] = sides.map((side) => number(side, most, isRound ? 0 : most))
    return { width, depth, height, unit: symbols[unit] }
  }
}

/** Returns the unit that all scans have in common; undefined if they differ. */
export const commonUnitOf = (units: readonly MeshUnit[]): MeshUnit | undefined =>
  meshUnits.find((unit) => units.every((one) => one === unit))
