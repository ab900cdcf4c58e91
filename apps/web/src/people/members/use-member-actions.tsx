import type { MadeInvitation, Member } from '@pontic/contract'
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useOpener } from '../../ui/use-opener.ts'
import type { MemberDialogProps, PressMember } from './member-actions.ts'

const dialogOf = (load: () => Promise<ComponentType<MemberDialogProps>>) =>
  lazy(async () => ({ default: await load() }))
const confirmations = dialogOf(() => import('./ConfirmMember.tsx').then((file) => file.ConfirmMember))

const dialogs = {
  create: dialogOf(() => import('./CreateMemberDialog.tsx').then((file) => file.CreateMemberDialog)),
  invite: dialogOf(() => import('./InviteDialog.tsx').then((file) => file.InviteDialog)),
  edit: dialogOf(() => import('./EditMemberDialog.tsx').then((file) => file.EditMemberDialog)),
  password: dialogOf(() => import('./PasswordDialog.tsx').then((file) => file.PasswordDialog)),
  disable: confirmations,
  refuse: confirmations,
  demote: confirmations,
  promote: confirmations,
  resetTwoFactor: confirmations,
} as const
type Asked = keyof typeof dialogs

const InvitationLink = lazy(() =>
  import('../../ui/InvitationLink.tsx').then((file) => ({ default: file.InvitationLink })),
)

/**
 * Does what was pressed: approving and enabling at once, the others in their dialogs, which are fetched when they are
 * opened.
 * @returns `press` for the buttons, `showLink` for a link that was just made; `dialog` belongs into the page
 */
export function useMemberActions(): {
  press: PressMember
  showLink: (made: MadeInvitation) => void
  dialog: ReactNode
} {
  const t = useTexts('members')
  const { send: approve } = useWrite('members.approve')
  const { send: enable } = useWrite('members.enable')
  const [asked, ask] = useState<{ action: Asked; member: Member | undefined; press: number }>()
  const [made, setMade] = useState<MadeInvitation>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const press = useCallback<PressMember>(
    async (action, member) => {
      if (action === 'approve' || action === 'enable') {
        const { id, name } = member!
        const isDone = await (action === 'approve' ? approve : enable)({ params: { id } })
        if (isDone) showNotice({ level: 'info', text: t(`${action}.done`, { name }) })
        return
      }
      ask((last) => ({ action, member, press: (last?.press ?? 0) + 1 }))
      setOpen(true)
    },
    [approve, enable, t],
  )
  const close = () => setOpen(false)
  const Dialog = asked && dialogs[asked.action]
  const dialog = (
    <Suspense fallback={null}>
      {Dialog && (
        <Dialog
          key={asked.press}
          member={asked.member}
          isOpen={isOpen}
          onClose={close}
          {...({ question: asked.action } as object)}
        />
      )}
      {made?.link && <InvitationLink made={made} onClose={() => setMade(undefined)} />}
    </Suspense>
  )
  return { press, showLink: setMade, dialog }
}
