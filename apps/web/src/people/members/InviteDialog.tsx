import { Button, TextInput } from '@mantine/core'
import { limits, type MadeInvitation } from '@pontic/contract'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { GivenEmail } from '../../ui/form-fields.ts'
import { InvitationLink } from '../../ui/InvitationLink.tsx'
import type { MemberDialogProps } from './member-actions.ts'

const InviteForm = z.strictObject({
  email: GivenEmail,
})

/** Invites a colleague by mail, or by a link and QR code for whoever stands beside one. */
export function InviteDialog({ isOpen, onClose }: MemberDialogProps) {
  const t = useTexts('members.invite')
  const common = useTexts('common')
  const [made, setMade] = useState<MadeInvitation>()
  const form = useContractForm({ schema: InviteForm, initial: { email: '' } })
  const write = useWrite('invitations.create', { form })
  if (made?.link) return isOpen ? <InvitationLink made={made} onClose={onClose} /> : null
  const submit = form.submit(async ({ email }) => {
    if (!(await write.send({ body: { email } }))) return
    onClose()
    showNotice({ level: 'info', text: t('done', { email }) })
  })
  const makeLink = async () => {
    const reply = await write.send({ body: {} })
    if (reply) setMade(reply)
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      widthPx={480}
      isBusy={write.isBusy}
      onSubmit={submit}
    >
      <p className="quiet">{t('text', { days: limits.invitationDays })}</p>
      <TextInput
        label={common('label.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <ByCode isBusy={write.isBusy} onPress={() => void makeLink()} />
    </FormDialog>
  )
}

/** The other way, for whoever stands beside one. */
function ByCode({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  const t = useTexts('members.invite')
  return (
    <div className="invite-other">
      <span className="quiet">{t('here')}</span>
      <Button
        variant="default"
        leftSection={<IconQrcode size={18} stroke={1.75} />}
        disabled={isBusy}
        onClick={onPress}
      >
        {t('code')}
      </Button>
    </div>
  )
}
