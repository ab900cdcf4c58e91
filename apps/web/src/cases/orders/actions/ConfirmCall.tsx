import type { RouteName } from '@pontic/contract'
import type { ComponentProps } from 'react'
import { ConfirmCallDialog } from '../../../ui/Dialog.tsx'
import { useCaseWrite } from './use-order-write.ts'

/** The dialog that confirms a call on a case. It closes after a successful call, and if the case has changed in the meantime. */
export function ConfirmCall<N extends RouteName>({
  orderId,
  text,
  ...props
}: Omit<ComponentProps<typeof ConfirmCallDialog<N>>, 'children'> & { orderId: string; text: string }) {
  return (
    <ConfirmCallDialog {...props} {...useCaseWrite(orderId, props.onClose)} staysOnFailure>
      <p style={{ overflowWrap: 'anywhere' }}>{text}</p>
    </ConfirmCallDialog>
  )
}
