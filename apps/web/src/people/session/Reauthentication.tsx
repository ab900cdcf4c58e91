import { lazy, Suspense, useEffect, useRef } from 'react'
import { usePendingReauthentication } from '../../frame/reauthentication.ts'

const Dialog = lazy(() =>
  import('./ReauthenticationDialog.tsx').then((file) => ({ default: file.ReauthenticationDialog })),
)

/** Asks for the password when a call needs a recent sign-in; the call continues with the answer. */
export function Reauthentication() {
  const asked = usePendingReauthentication()
  const giveFocusBack = useFocusBefore(asked !== undefined)
  const answer = (isProven: boolean) => {
    asked?.answer(isProven)
    if (!isProven) giveFocusBack()
  }
  return <Suspense fallback={null}>{asked && <Dialog onAnswer={answer} />}</Suspense>
}

/** Remembers the focused element: the pressed button loses the focus while its call waits. @returns restores the focus */
function useFocusBefore(isAsked: boolean): () => void {
  const last = useRef<HTMLElement>(undefined)
  useEffect(() => {
    if (isAsked) return
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [isAsked])
  // After two frames the canceled call has ended, and its button can have the focus.
  return () =>
    requestAnimationFrame(() => requestAnimationFrame(() => last.current?.focus({ preventScroll: true })))
}
