import type { SceneState } from '@pontic/viewer/scene'
import { createContext, useContext } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'

/** Whether the numbers of the tools use a bite that was aligned in this view. */
export const BiteMark = createContext(false)

/** Whether a visible scan is where the user has aligned it, and not where its file says. */
export const hasAlignedBite = (scans: SceneState['scans']): boolean =>
  scans.some(({ visible, isBiteAligned }) => visible && isBiteAligned)

/** Returns a function that marks a copied number that uses an aligned bite. */
export function useBiteMark(): (text: string) => string {
  const t = useTexts('viewer.bite')
  const isAligned = useContext(BiteMark)
  return (text) => (isAligned ? `${text} (${t('aligned')})` : text)
}
