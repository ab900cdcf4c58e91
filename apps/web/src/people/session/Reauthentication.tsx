import { lazy, Suspense, useEffect, useRef } from 'react'
import { usePendingReauthentication } from '../../frame/reauthentication.ts'

const Dialog = lazy(() =>
  import('./ReauthenticationDialog.tsx').then((file) => ({ default: file.ReauthenticationDialog })),
)

/** Shows the dialog for a pending reauthentication. When it closes, the call that needs the recent sign-in continues or fails. */
export function Reauthentication() {
  const asked = usePendingReauthentication()
  const restoreFocus = useFocusRestore(asked !== undefined)
  const answer = (isProven: boolean) => {
    asked?.answer(isProven)
    if (!isProven) restoreFocus()
  }
  return <Suspense fallback={null}>{asked && <Dialog onAnswer={answer} />}</Suspense>
}

/** Tracks the focused element, because a button loses the focus during its call. @returns a function that restores the focus */
function useFocusRestore(isAsked: boolean): () => void {
  const last = useRef<HTMLElement>(undefined)
  useEffect(() => {
    if (isAsked) return
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [isAsked])
  // After two frames the canceled call has failed, and its button is enabled and can get the focus.
  return () =>
    requestAnimationFrame(() => requestAnimationFrame(() => last.current?.focus({ preventScroll: true })))
}
