import { lazy, Suspense, useEffect, useRef } from 'react'
import { usePendingReauthentication } from '../../frame/reauthentication.ts'
import { needTexts } from '../../frame/texts.ts'

const Dialog = lazy(async () => {
  const [file] = await Promise.all([import('./ReauthenticationDialog.tsx'), needTexts(['session'])])
  return { default: file.ReauthenticationDialog }
})

/** Asks who is there when a call needs a recent sign-in; the call goes on with the answer. */
export function Reauthentication() {
  const asked = usePendingReauthentication()
  const giveFocusBack = useFocusBefore(asked !== undefined)
  const answer = (isProven: boolean) => {
    asked?.answer(isProven)
    if (!isProven) giveFocusBack()
  }
  return <Suspense fallback={null}>{asked && <Dialog onAnswer={answer} />}</Suspense>
}

/** Remembers where the focus was: the pressed button loses it while its call waits. @returns puts it back there */
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
  // Two frames: by then the canceled call has ended and its button can take the focus.
  return () =>
    requestAnimationFrame(() => requestAnimationFrame(() => last.current?.focus({ preventScroll: true })))
}
