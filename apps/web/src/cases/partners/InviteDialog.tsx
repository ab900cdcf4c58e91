import { Button, TextInput } from '@mantine/core'
import { businessTypes, limits, type MadeInvitation } from '@pontic/contract'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../../frame/api.ts'
import { markStale } from '../../frame/cache.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useSession } from '../../frame/session.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { GivenEmail } from '../../ui/form-fields.ts'
import { InvitationLink } from '../../ui/InvitationLink.tsx'

const InviteForm = z.strictObject({ email: GivenEmail })

/** Invites a clinic or laboratory that is not on Pontic yet: by mail, or by a link and QR code; for a case if one is told. */
export function InviteDialog(props: { orderId: string | undefined; isOpen: boolean; onClose: () => void }) {
  const { orderId, isOpen, onClose } = props
  const t = useTexts('partners.invite')
  const common = useTexts('common')
  const members = useTexts('members')
  const isClinic = useSession()?.organization_type === businessTypes.clinic
  const kept = useRead('orders.get', { params: { id: orderId ?? '' } }, { isEnabled: orderId !== undefined })
  const [made, setMade] = useState<MadeInvitation>()
  const form = useContractForm({ schema: InviteForm, initial: { email: '' } })
  const write = useWrite('partners.invite', { form })
  const invite = async (body: { email?: string }) => {
    const reply = await write.send({ body: { ...body, ...(orderId ? { orderId } : {}) } })
    if (reply) markStale('invitations')
    if (reply && orderId) markStale('orders')
    return reply
  }
  if (made) return isOpen ? <InvitationLink made={made} onClose={onClose} /> : null
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(isClinic ? 'titleLab' : 'titleClinic')}
      confirm={members('invite.confirm')}
      widthPx={480}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ email }) => {
        if (!(await invite({ email }))) return
        onClose()
        showNotice({ level: 'info', text: members('invite.done', { email }) })
      })}
    >
      <p className="quiet">{t('text', { days: limits.invitationDays })}</p>
      {kept.data && <p className="partner-kept">{t('kept', { number: kept.data.order.number })}</p>}
      <TextInput
        label={common('label.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <div className="partner-code">
        <span className="quiet">{t('here')}</span>
        <Button
          variant="default"
          leftSection={<IconQrcode size={18} stroke={1.75} />}
          disabled={write.isBusy}
          onClick={async () => setMade(await invite({}))}
        >
          {members('invite.code')}
        </Button>
      </div>
    </FormDialog>
  )
}
