import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useOpener } from './use-opener.ts'

/** Props of a dialog of {@link useDialogs}: its subject and the action that it asks about. */
export type DialogProps<Subject, Action extends string> = {
  subject: Subject | undefined
  action: Action
  isOpen: boolean
  onClose: () => void
}

/** A dialog that is fetched when it is first opened. */
export const dialogOf = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: (await load()) as ComponentType<unknown> }))

/** Opens the dialog of an action. @returns `press` for the buttons; `dialog` to render in the page; `isOpen` while it is open */
export function useDialogs<Subject, Action extends string>(
  dialogs: Readonly<Record<Action, ReturnType<typeof dialogOf>>>,
): { press: (action: Action, subject?: Subject) => void; dialog: ReactNode; isOpen: boolean } {
  const [asked, ask] = useState<{ action: Action; subject: Subject | undefined; press: number }>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const press = useCallback((action: Action, subject?: Subject) => {
    ask((last) => ({ action, subject, press: (last?.press ?? 0) + 1 }))
    setOpen(true)
  }, [])
  const Dialog = asked && (dialogs[asked.action] as ComponentType<DialogProps<Subject, Action>>)
  const dialog = (
    <Suspense fallback={null}>
      {Dialog && <Dialog key={asked.press} {...asked} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </Suspense>
  )
  return { press, dialog, isOpen }
}
