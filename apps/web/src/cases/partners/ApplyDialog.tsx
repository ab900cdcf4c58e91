import { partnerRoutes } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { PartnerDialogProps } from './PartnerButtons.tsx'

/** Sends an application for a partnership, with an optional message. */
export function ApplyDialog({ subject: partner, ...frame }: PartnerDialogProps) {
  const t = useTexts('partners.apply')
  const partners = useTexts('partners')
  const { organizationId, name } = partner
  return (
    <FormDialog
      {...frame}
      title={t('title', { name })}
      confirm={t('title', { name })}
      call="partners.apply"
      rules={partnerRoutes['partners.apply'].body.shape}
      initial={{ message: '' }}
      draft={`apply.${organizationId}`}
      input={(values) => ({ body: { organizationId, ...values } })}
      lead={t('text')}
      fields={[
        {
          name: 'message',
          label: partners('message'),
          isOptional: true,
          help: t('messageHelp'),
          as: 'area',
          hasFocus: true,
        },
      ]}
      done={({ relation }) => t(relation === 'partner' ? 'partner' : 'sent', { name })}
    />
  )
}
