import type { CreatedInvitation, Invitation } from '@pontic/contract'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'

/**
 * Returns functions that renew and withdraw the invitation of a member or a partner.
 * @param options.onShow called with the new link of an invitation without an email address
 * @returns `who` is the invited email address, or a text for an invitation by link
 */
export function useInvitationActions(options: {
  invitation: Invitation
  onShow: (created: CreatedInvitation) => void
}) {
  const t = useTexts('members.invitations')
  const { id, email } = options.invitation
  const renew = useWrite('invitations.renew')
  const withdraw = useWrite('invitations.withdraw')
  const who = email ?? t('byLink')
  const onRenew = async () => {
    const created = await renew.send({ params: { id } })
    if (created?.link) options.onShow(created)
    else if (created) showNotice({ level: 'info', text: t('renewed', { email: who }) })
  }
  const onWithdraw = async () => {
    if (await withdraw.send({ params: { id } }))
      showNotice({ level: 'info', text: t('withdrawn', { email: who }) })
  }
  return { who, renew, withdraw, onRenew, onWithdraw }
}
