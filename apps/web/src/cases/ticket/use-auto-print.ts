import { useCallback, useEffect, useRef, useState } from 'react'
import { whenPreferencesLoaded } from '../../frame/preferences.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/**
 * Calls a function once, after all pictures of a ticket are drawn or have failed.
 * @param pictures the number of pictures on the page
 * @param onReady opens the browser's print dialog by default, once fonts and preferences are loaded too
 * @returns a function that the caller calls with the id of each picture that is drawn or has failed
 */
export function useAutoPrint(
  pictures: number,
  onReady: () => unknown = printWhenDrawn,
): (id: string) => void {
  const [settled, setSettled] = useState<readonly string[]>([])
  const isReady = useRef(false)
  const latest = useRef(onReady)
  latest.current = onReady
  useEffect(() => {
    if (isReady.current || settled.length < pictures) return
    isReady.current = true
    latest.current()
  }, [settled, pictures])
  return useCallback((id) => setSettled((before) => (before.includes(id) ? before : [...before, id])), [])
}

/** Opens the browser's print dialog. Texts in a font that is not loaded yet would be missing on paper. */
export async function printWhenDrawn(): Promise<void> {
  await whenPreferencesLoaded()
  await document.fonts.ready
  await frame()
  await frame()
  window.print()
}
