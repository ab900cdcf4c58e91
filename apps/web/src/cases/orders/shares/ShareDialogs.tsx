import { Text } from '@mantine/core'
import { type CreatedInvitation, limits, type Order, shareRoutes } from '@pontic/contract'
import { useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { InvitationLink } from '../../../ui/InvitationLink.tsx'
import type { DialogProps } from '../../../ui/use-dialogs.tsx'
import { ConfirmCall } from '../actions/ConfirmCall.tsx'
import { useCaseWrite } from '../actions/use-order-write.ts'

/** The case of the dialog. The dialog that stops sharing also needs the email address of the share. */
export type ShareSubject = { order: Order; email?: string }

type Props = DialogProps<ShareSubject, string>

function Lead({ text }: { text: string }) {
  const t = useTexts('shares.dialog')
  return [text, t('sees')].map((line) => (
    <Text key={line} c="dimmed" fz="sm">
      {line}
    </Text>
  ))
}

/** Shares a case with an individual by email address. The reply does not reveal whether the address has an account. */
export function SharePersonDialog({ subject, isOpen, onClose }: Props) {
  const t = useTexts('shares.dialog')
  const { id = '', number = '' } = subject?.order ?? {}
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number })}
      confirm={t('confirm')}
      widthPx={480}
      call="orders.share"
      {...useCaseWrite(id, onClose)}
      rules={shareRoutes['orders.share'].body.shape}
      initial={{ email: '', download: false }}
      draft={`share.${id}`}
      input={(values) => ({ body: { id, ...values } })}
      lead={<Lead text={t('text', { days: limits.invitationDays })} />}
      fields={[
        { name: 'email', label: t('email'), as: 'email' },
        { name: 'download', label: t('download'), help: t('downloadHint'), as: 'box' },
      ]}
      done={(_, { email }) => t('done', { email })}
    />
  )
}

/** Creates a share link, also shown as a QR code. The link shares the case with the first person who opens it. */
export function ShareLinkDialog({ subject, isOpen, onClose }: Props) {
  const t = useTexts('shares')
  const [created, setCreated] = useState<CreatedInvitation>()
  const { id = '', number = '' } = subject?.order ?? {}
  const write = useCaseWrite(id, onClose)
  if (created) return isOpen ? <InvitationLink created={created} onClose={onClose} /> : null
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('code.title', { number })}
      confirm={t('code.confirm')}
      widthPx={480}
      call="orders.createShareLink"
      {...write}
      rules={shareRoutes['orders.createShareLink'].body.shape}
      initial={{ download: false }}
      input={({ download }) => ({ body: { id, download } })}
      lead={<Lead text={t('code.text', { days: limits.invitationDays })} />}
      fields={[
        {
          name: 'download',
          label: t('dialog.download'),
          help: t('dialog.downloadHint'),
          as: 'box',
          hasFocus: true,
        },
      ]}
      staysOpen
      onDone={setCreated}
    />
  )
}

/** Stops sharing a case with an email address. */
export function StopSharingDialog({ subject, isOpen, onClose }: Props) {
  const t = useTexts('shares')
  const { order, email = '' } = subject ?? {}
  const { id = '', number = '' } = order ?? {}
  return (
    <ConfirmCall
      orderId={id}
      isOpen={isOpen}
      onClose={onClose}
      title={t('end.title')}
      confirm={t('stop')}
      isDangerous
      call="orders.unshare"
      input={{ body: { id, email } }}
      done={t('end.done', { email })}
      text={t('end.text', { number, email })}
    />
  )
}
