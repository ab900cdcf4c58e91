import { Button } from '@mantine/core'
import type { Order } from '@pontic/contract'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconHelpCircle } from '../../ui/icons.ts'
import { useRestoredFocus } from '../../ui/use-opener.ts'

const QuestionDialog = lazy(() =>
  import('./QuestionDialog.tsx').then((file) => ({ default: file.QuestionDialog })),
)

/** The button that opens the dialog for a question to the other party. */
export function AskButton({ order }: { order: Order }) {
  const t = useTexts('conversation')
  const [isOpen, setOpen] = useState<boolean>()
  useRestoredFocus(isOpen === true)
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        leftSection={<IconHelpCircle size={16} />}
        onClick={() => setOpen(true)}
      >
        {t('ask')}
      </Button>
      <Suspense fallback={null}>
        {isOpen !== undefined && (
          <QuestionDialog
            order={order}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onPinsSet={() => setOpen(true)}
          />
        )}
      </Suspense>
    </>
  )
}
