import type { CreatedInvitation, Member } from '@pontic/contract'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import type { DialogAction, PressMember } from './member-actions.ts'

const confirmations = dialogOf(() => import('./MemberDialogs.tsx').then((file) => file.ConfirmMember))
const dialogs = {
  create: dialogOf(() => import('./CreateMemberDialog.tsx').then((file) => file.CreateMemberDialog)),
  invite: dialogOf(() => import('./MemberDialogs.tsx').then((file) => file.InviteMember)),
  edit: dialogOf(() => import('./EditMemberDialog.tsx').then((file) => file.EditMemberDialog)),
  password: dialogOf(() => import('./MemberDialogs.tsx').then((file) => file.SetMemberPassword)),
  disable: confirmations,
  refuse: confirmations,
  demote: confirmations,
  promote: confirmations,
  resetTwoFactor: confirmations,
} as const satisfies Record<DialogAction, unknown>

const InvitationLink = lazy(() =>
  import('../../ui/InvitationLink.tsx').then((file) => ({ default: file.InvitationLink })),
)

/**
 * Runs the actions of the members page. Approving and enabling need no confirmation. The other actions open a dialog, whose
 * code is loaded lazily.
 * @returns `press` runs an action; `showLink` shows the link of a new invitation; render `dialog` in the page
 */
export function useMemberActions(): {
  press: PressMember
  showLink: (created: CreatedInvitation) => void
  dialog: ReactNode
} {
  const t = useTexts('members')
  const { send: approve } = useWrite('members.approve')
  const { send: enable } = useWrite('members.enable')
  const { press: open, dialog } = useDialogs<Member, DialogAction>(dialogs)
  const [created, setCreated] = useState<CreatedInvitation>()
  const press = useCallback<PressMember>(
    async (action, member) => {
      if (action !== 'approve' && action !== 'enable') return open(action, member)
      const { id, name } = member!
      const isDone = await (action === 'approve' ? approve : enable)({ params: { id } })
      if (isDone) showNotice({ level: 'info', text: t(`${action}.done`, { name }) })
    },
    [approve, enable, open, t],
  )
  return {
    press,
    showLink: setCreated,
    dialog: (
      <Suspense fallback={null}>
        {dialog}
        {created?.link && <InvitationLink created={created} onClose={() => setCreated(undefined)} />}
      </Suspense>
    ),
  }
}
