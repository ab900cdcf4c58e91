import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconUserPlus } from '../../ui/icons.ts'

const InviteDialog = lazy(() => import('./InviteDialog.tsx').then((file) => ({ default: file.InviteDialog })))

/**
 * The button that invites a clinic or laboratory that is not on Pontic yet.
 * @param props.orderId the case that is reserved for the invited laboratory. If it is given, the dialog opens at once
 */
export function InviteButton(props: { orderId: string | undefined; onClose: () => void }) {
  const members = useTexts('members')
  const isForCase = props.orderId !== undefined
  const [pressCount, setPress] = useState(isForCase ? 1 : 0)
  const [isOpen, setOpen] = useState(isForCase)
  const close = () => {
    setOpen(false)
    props.onClose()
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserPlus />}
        onClick={() => {
          setPress((last) => last + 1)
          setOpen(true)
        }}
      >
        {members('invite.button')}
      </Button>
      {pressCount > 0 && (
        <Suspense>
          <InviteDialog key={pressCount} orderId={props.orderId} isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
