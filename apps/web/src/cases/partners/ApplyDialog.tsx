import { Textarea } from '@mantine/core'
import { partnerRoutes } from '@pontic/contract'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import type { PartnerDialogProps } from './PartnerButtons.tsx'

const { message } = partnerRoutes['partners.apply'].body.shape
const ApplyForm = z.strictObject({ message })

/** Applies for a partnership, with some words if one likes. */
export function ApplyDialog({ partner, isOpen, onClose }: PartnerDialogProps) {
  const t = useTexts('partners.apply')
  const partners = useTexts('partners')
  const ui = useTexts('ui')
  const { organizationId, name } = partner
  const form = useContractForm({
    schema: ApplyForm,
    initial: { message: '' } as { message?: string | undefined },
    draft: `apply.${organizationId}`,
  })
  const write = useWrite('partners.apply', { form })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('title', { name })}
      isBusy={write.isBusy}
      onSubmit={form.submit(async (values) => {
        const reply = await write.send({ body: { organizationId, ...values } })
        if (!reply) return
        form.forgetDraft()
        onClose()
        showNotice({ level: 'info', text: t(reply.relation === 'partner' ? 'partner' : 'sent', { name }) })
      })}
    >
      <p>{t('text')}</p>
      <Textarea
        label={
          <>
            {partners('message')} <span className="meta">({ui('optional')})</span>
          </>
        }
        description={t('messageHelp')}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
        {...form.getInputProps('message')}
      />
    </FormDialog>
  )
}
