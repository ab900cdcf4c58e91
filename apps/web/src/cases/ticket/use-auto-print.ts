import { useCallback, useEffect, useRef, useState } from 'react'
import { whenPreferencesLoaded } from '../../frame/preferences.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/**
 * Opens the browser's print dialog once, after all pictures, fonts and preferences are loaded.
 * @param pictures the number of pictures on the page
 * @returns a function that the caller calls with the id of each picture that is drawn or has failed
 */
export function useAutoPrint(pictures: number): (id: string) => void {
  const [settled, setSettled] = useState<readonly string[]>([])
  const isPrinted = useRef(false)
  useEffect(() => {
    if (isPrinted.current || settled.length < pictures) return
    isPrinted.current = true
    void printWhenDrawn()
  }, [settled, pictures])
  return useCallback((id) => setSettled((before) => (before.includes(id) ? before : [...before, id])), [])
}

// Texts in a font that is not loaded yet would be missing on paper.
async function printWhenDrawn() {
  await whenPreferencesLoaded()
  await document.fonts.ready
  await frame()
  await frame()
  window.print()
}
