import '@mantine/core/styles/Center.layer.css'
import { Center, Group, Stack, Text, TextInput } from '@mantine/core'
import type { CreatedInvitation } from '@pontic/contract'
import { useFormats, useTexts } from '../frame/i18n.tsx'
import { CopyButton } from './CopyButton.tsx'
import { InfoDialog } from './Dialog.tsx'
import { QrCode } from './QrCode.tsx'

/** Dialog with the link of an invitation as QR code and text. The link is shown once and can be used once. */
export function InvitationLink({ created, onClose }: { created: CreatedInvitation; onClose: () => void }) {
  const t = useTexts('ui.invitation')
  const common = useTexts('common')
  const { moment } = useFormats()
  const link = created.link ?? ''
  return (
    <InfoDialog isOpen onClose={onClose} title={t('title')} widthPx={420}>
      <Stack gap={14} data-shown-once>
        <Text c="dimmed">{t('text')}</Text>
        <Center>
          <QrCode text={link} label={t('code')} />
        </Center>
        <Group gap={8} align="end" wrap="nowrap">
          <TextInput
            flex={1}
            label={common('label.link')}
            description={common('label.validUntil', { moment: moment(created.invitation.expiresAt) })}
            value={link}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={link} label={common('do.copyLink')} />
        </Group>
      </Stack>
    </InfoDialog>
  )
}
