import { useEffect } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { createStore } from '../frame/store.ts'
import { setTitleName } from '../frame/title.ts'

const announced = createStore('')
/** Path of the last page that was shown; undefined before the first one. */
let lastPath: string | undefined

/** Region whose changes screen readers read aloud. */
export function Announcement() {
  return (
    <div className="only-read" aria-live="polite">
      {announced.useValue()}
    </div>
  )
}

/**
 * Sets the window's title, and removes the frame of `index.html` when the first page is shown. After a navigation it moves the
 * focus to `main` and announces the page's name.
 * @param page.title undefined during a redirect
 * @param page.isSettled false while the next page is loading
 */
export function useAnnouncement(page: { title: string | undefined; path: string; isSettled: boolean }): void {
  const t = useTexts('shell')
  const { title, path, isSettled } = page
  useEffect(() => {
    if (title !== undefined) setTitleName(title)
  }, [title])
  useEffect(() => {
    if (!isSettled || title === undefined || lastPath === path) return
    document.getElementById('frame')?.remove()
    const isFirst = lastPath === undefined
    lastPath = path
    if (isFirst) return
    announced.set(t('moved', { title }))
    const hasFocus = document.activeElement?.closest('main, [role="dialog"]')
    if (!hasFocus) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [isSettled, path, title, t])
}
