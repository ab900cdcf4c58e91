import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'
import type { Setting } from './setting.ts'

const callOf = { push: 'pushSettings.delete', pull: 'pullSettings.delete' } as const

/** Asks before a setting is deleted, and says what that takes along and what stays. */
export function SettingDeleteDialog(props: { subject: Setting; isOpen: boolean; onClose: () => void }) {
  const { subject, isOpen, onClose } = props
  const way = 'clinicId' in subject ? 'pull' : 'push'
  const common = useTexts('common')
  const t = useTexts('transfers')
  const { id, name } = subject
  return (
    <AskDialog
      isOpen={isOpen}
      onClose={onClose}
      title={common('deleteName', { name })}
      confirm={t('deleteSetting')}
      isDangerous
      call={callOf[way]}
      input={{ params: { id } }}
      done={common('deletedName', { name })}
    >
      <Consequences setting={subject} />
    </AskDialog>
  )
}

function Consequences({ setting }: { setting: Setting }) {
  const push = useTexts('transfers.push.remove')
  const pull = useTexts('transfers.pull.remove')
  if ('clinicId' in setting) return <p>{pull('text', { clinic: setting.clinicName })}</p>
  return <p>{push('text', { users: setting.organizations.length, waiting: setting.waiting })}</p>
}
