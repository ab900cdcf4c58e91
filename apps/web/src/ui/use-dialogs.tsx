import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useRestoredFocus } from './use-opener.ts'

/** Props of a dialog of {@link useDialogs}: the chosen action and the object to which it applies. */
export type DialogProps<Subject, Action extends string> = {
  subject: Subject | undefined
  action: Action
  isOpen: boolean
  onClose: () => void
}

/** Creates a dialog whose code is fetched when it is first opened. */
export const dialogOf = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: (await load()) as ComponentType<unknown> }))

/** Manages one dialog per action. @returns `press` opens the dialog of an action; render `dialog` in the page */
export function useDialogs<Subject, Action extends string>(
  dialogs: Readonly<Record<Action, ReturnType<typeof dialogOf>>>,
): { press: (action: Action, subject?: Subject) => void; dialog: ReactNode; isOpen: boolean } {
  const [pressed, setPressed] = useState<{ action: Action; subject: Subject | undefined; press: number }>()
  const [isOpen, setOpen] = useState(false)
  useRestoredFocus(isOpen)
  const press = useCallback((action: Action, subject?: Subject) => {
    setPressed((last) => ({ action, subject, press: (last?.press ?? 0) + 1 }))
    setOpen(true)
  }, [])
  const Dialog = pressed && (dialogs[pressed.action] as ComponentType<DialogProps<Subject, Action>>)
  const dialog = (
    <Suspense fallback={null}>
      {Dialog && <Dialog key={pressed.press} {...pressed} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </Suspense>
  )
  return { press, dialog, isOpen }
}
