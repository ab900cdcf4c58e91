import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog } from '../../ui/Dialog.tsx'
import type { Setting } from './place-form.ts'

type Props = { subject: Setting; isOpen: boolean; onClose: () => void }

/** Deletes a setting after a confirmation that states the consequences. */
export function SettingDeleteDialog({ subject, ...frame }: Props) {
  const common = useTexts('common')
  const t = useTexts('transfers')
  const { id, name } = subject
  const isPull = 'clinicId' in subject
  return (
    <ConfirmCallDialog
      {...frame}
      title={common('deleteName', { name })}
      confirm={t('deleteSetting')}
      isDangerous
      call={isPull ? 'pullSettings.delete' : 'pushSettings.delete'}
      input={{ params: { id } }}
      done={common('deletedName', { name })}
    >
      <p>
        {isPull
          ? t('pull.remove.text', { clinic: subject.clinicName })
          : t('push.remove.text', { users: subject.organizations.length, waiting: subject.waiting })}
      </p>
    </ConfirmCallDialog>
  )
}
