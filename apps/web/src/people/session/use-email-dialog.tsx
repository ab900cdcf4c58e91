import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { MailPurpose } from './EmailDialog.tsx'

const EmailDialog = lazy(() => import('./EmailDialog.tsx').then((file) => ({ default: file.EmailDialog })))

type Open = { purpose: MailPurpose; email: string; key: number }

/**
 * Manages the dialog that asks for an address and sends a mail. Its code is fetched when it is first opened.
 * @returns `note`: message after a request, the same for addresses with and without an account; render `dialog` in the page
 */
export function useEmailDialog() {
  const [last, setLast] = useState<Open>()
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState<string>()
  const open = (purpose: MailPurpose, email: string) => {
    setLast((before) => ({ purpose, email, key: (before?.key ?? 0) + 1 }))
    setOpen(true)
  }
  const dialog: ReactNode = last && (
    <Suspense fallback={null}>
      <EmailDialog {...last} isOpen={isOpen} onClose={() => setOpen(false)} onDone={setNote} />
    </Suspense>
  )
  return { open, note, clearNote: () => setNote(undefined), dialog }
}
