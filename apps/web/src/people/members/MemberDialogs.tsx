import { limits, type RouteName } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog } from '../../ui/Dialog.tsx'
import { InvitationDialog } from '../../ui/InvitationDialog.tsx'
import { SetPasswordDialog } from '../../ui/SetPasswordDialog.tsx'
import type { MemberDialogProps } from './member-actions.ts'

const callOf = {
  disable: 'members.disable',
  refuse: 'members.refuse',
  resetTwoFactor: 'members.resetTwoFactor',
  promote: 'members.update',
  demote: 'members.update',
} as const satisfies Record<string, RouteName>
type Confirmed = keyof typeof callOf

const dangerous: readonly Confirmed[] = ['disable', 'refuse']

/** Asks for confirmation before an action of `callOf` changes a member. */
export function ConfirmMember({ subject, action, ...frame }: MemberDialogProps<Confirmed>) {
  const t = useTexts(`members.${action}`)
  const texts = useTexts()
  if (!subject) return null
  const { id, name } = subject
  const call = callOf[action]
  return (
    <ConfirmCallDialog
      {...frame}
      title={t('title', { name })}
      confirm={texts(action === 'resetTwoFactor' ? 'common.do.resetTwoFactor' : `members.do.${action}`)}
      isDangerous={dangerous.includes(action)}
      call={call}
      input={
        call === 'members.update'
          ? { body: { id, isAdministrator: action === 'promote' } }
          : { params: { id } }
      }
      done={t('done', { name })}
    >
      <p>{t('text', { name })}</p>
    </ConfirmCallDialog>
  )
}

/** Dialog that invites a member. */
export function InviteMember({ isOpen, onClose }: MemberDialogProps) {
  const t = useTexts('members.invite')
  return (
    <InvitationDialog
      isOpen={isOpen}
      onClose={onClose}
      call="invitations.create"
      title={t('title')}
      lead={<p className="quiet">{t('text', { days: limits.invitationDays })}</p>}
      here={t('here')}
    />
  )
}

/** Dialog that sets the password of a member. */
export const SetMemberPassword = (props: MemberDialogProps) => (
  <SetPasswordDialog {...props} call="members.update" />
)
