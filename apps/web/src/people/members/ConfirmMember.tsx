import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'
import type { Confirmed, MemberDialogProps } from './member-actions.ts'

type Call = 'members.disable' | 'members.refuse' | 'members.resetTwoFactor' | 'members.update'

const callOf = {
  disable: 'members.disable',
  refuse: 'members.refuse',
  resetTwoFactor: 'members.resetTwoFactor',
  promote: 'members.update',
  demote: 'members.update',
} as const satisfies Record<Confirmed, Call>

const dangerous: readonly Confirmed[] = ['disable', 'refuse']

/** Asks before something that changes what a member may, and says what it means for him. */
export function ConfirmMember(props: MemberDialogProps & { question?: Confirmed }) {
  const { member, isOpen, onClose, question = 'disable' } = props
  const t = useTexts(`members.${question}`)
  const texts = useTexts()
  const write = useWrite(callOf[question] as Call)
  if (!member) return null
  const { id, name } = member
  const input =
    callOf[question] === 'members.update'
      ? { body: { id, isAdministrator: question === 'promote' } }
      : { params: { id } }
  return (
    <AskDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name })}
      confirm={
        question === 'resetTwoFactor' ? texts('common.do.resetTwoFactor') : texts(`members.do.${question}`)
      }
      isDangerous={dangerous.includes(question)}
      isBusy={write.isBusy}
      send={() => write.send(input as never)}
      done={t('done', { name })}
    >
      <p>{t('text', { name })}</p>
    </AskDialog>
  )
}
