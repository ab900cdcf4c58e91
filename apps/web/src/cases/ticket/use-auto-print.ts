import { useCallback, useEffect, useRef, useState } from 'react'
import { whenPreferencesKnown } from '../../frame/preferences.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/**
 * Opens the browser's print dialog once, when all is there to be printed.
 * @param isReady the data is there
 * @param pictures how many pictures are on the page
 * @returns to be called with the id of each picture that is drawn or will not come
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

// Letters that are still on their way would be missing on paper.
async function printWhenDrawn() {
  await whenPreferencesKnown()
  await document.fonts.ready
  await frame()
  await frame()
  window.print()
}
