import { useCallback, useEffect, useRef, useState } from 'react'
import { whenPreferencesLoaded } from '../../frame/preferences.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/**
 * Opens the browser's print dialog once, when everything is loaded.
 * @param isReady whether the data is loaded
 * @param pictures the number of pictures on the page
 * @returns a function to call with the id of each picture that is drawn or has failed
 */
export function useAutoPrint(isReady: boolean, pictures: number): (id: string) => void {
  const [settled, setSettled] = useState<readonly string[]>([])
  const isPrinted = useRef(false)
  useEffect(() => {
    if (isPrinted.current || !isReady || settled.length < pictures) return
    isPrinted.current = true
    void printWhenDrawn()
  }, [isReady, settled, pictures])
  return useCallback((id) => setSettled((before) => (before.includes(id) ? before : [...before, id])), [])
}

// Fonts that are not loaded yet would be missing on paper.
async function printWhenDrawn() {
  await whenPreferencesLoaded()
  await document.fonts.ready
  await frame()
  await frame()
  window.print()
}
