import type { RouteName } from '@pontic/contract'
import type { ComponentProps } from 'react'
import { ConfirmCallDialog } from '../../../ui/Dialog.tsx'
import { useCaseWrite } from './use-order-write.ts'

/** Asks for a confirmation and then sends a call on a case. It closes after the call, and if the case has changed meanwhile. */
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
