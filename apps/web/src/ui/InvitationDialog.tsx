import { Button, Group } from '@mantine/core'
import { type CreatedInvitation, Email } from '@pontic/contract'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { FormDialog } from './FormDialog.tsx'
import css from './InvitationLink.module.css'
import { InvitationLink } from './InvitationLink.tsx'
import { IconQrcode } from './icons.ts'

/** Invites a member or a partner by mail, or by a link that is shown as a QR code. */
export function InvitationDialog(props: {
  call: 'invitations.create' | 'partners.invite'
  title: string
  lead: ReactNode
  /** Text of the question whether the invited person is present, beside the button that shows the QR code. */
  here: string
  /** Id of the case to send to the invited partner. */
  orderId?: string | undefined
  isOpen: boolean
  onClose: () => void
}) {
  const { call, isOpen, onClose } = props
  const t = useTexts('members.invite')
  const common = useTexts('common')
  const [created, setCreated] = useState<CreatedInvitation>()
  if (created) return isOpen ? <InvitationLink created={created} onClose={onClose} /> : null
  const body = props.orderId === undefined ? {} : { orderId: props.orderId }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={props.title}
      confirm={t('confirm')}
      widthPx={480}
      call={call}
      stale={['invitations', ...(props.orderId === undefined ? [] : ['orders'])]}
      rules={{ email: Email }}
      initial={{ email: '' }}
      input={({ email }) => ({ body: { email, ...body } })}
      lead={props.lead}
      fields={[{ name: 'email', label: common('label.email'), as: 'email', hasFocus: true }]}
      done={(_, { email }) => t('done', { email })}
    >
      {({ send, isBusy }) => (
        <Group className={css.invitationHere} justify="space-between" gap="8px 16px">
          <span className="quiet">{props.here}</span>
          <Button
            variant="default"
            leftSection={<IconQrcode />}
            disabled={isBusy}
            onClick={async () => setCreated(await send({ body }))}
          >
            {t('code')}
          </Button>
        </Group>
      )}
    </FormDialog>
  )
}
