import { TextInput } from '@mantine/core'
import type { CreatedInvitation } from '@pontic/contract'
import { useFormats, useTexts } from '../frame/i18n.tsx'
import { CopyButton } from './CopyButton.tsx'
import { InfoDialog } from './Dialog.tsx'
import css from './InvitationLink.module.css'
import { QrCode } from './QrCode.tsx'

/** The link of an invitation as a QR code and as text; it is shown this once and can be taken once. */
export function InvitationLink({ made, onClose }: { made: CreatedInvitation; onClose: () => void }) {
  const t = useTexts('ui.invitation')
  const common = useTexts('common')
  const { moment } = useFormats()
  const link = made.link ?? ''
  return (
    <InfoDialog isOpen onClose={onClose} title={t('title')} widthPx={420}>
      <div className={css.invitationCode}>
        <p className="quiet">{t('text')}</p>
        <QrCode text={link} label={t('code')} />
        <div className={css.invitationLink}>
          <TextInput
            label={common('label.link')}
            description={common('label.validUntil', { moment: moment(made.invitation.expiresAt) })}
            value={link}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={link} label={common('do.copyLink')} />
        </div>
      </div>
    </InfoDialog>
  )
}
