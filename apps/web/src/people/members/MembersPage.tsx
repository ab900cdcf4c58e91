import { Button } from '@mantine/core'
import { useTexts } from '../../frame/i18n.tsx'
import { IconMailForward, IconPlus } from '../../ui/icons.ts'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { InvitationSection } from './InvitationSection.tsx'
import { memberList } from './MemberTable.tsx'
import { TwoFactorSection } from './TwoFactorSection.tsx'
import { useMemberActions } from './use-member-actions.tsx'
import { WaitingSection } from './WaitingSection.tsx'
import './Members.module.css'

/** Page with the members, waiting members and invitations of the user's organization (requirement 2.members). */
export function MembersPage() {
  const t = useTexts()
  const read = useList(memberList)
  const actions = useMemberActions()
  return (
    <ListScreen
      list={memberList}
      read={read}
      press={actions.press}
      title={t('screens.members')}
      actions={
        <>
          <Button variant="default" leftSection={<IconMailForward />} onClick={() => actions.press('invite')}>
            {t('members.invite.button')}
          </Button>
          <Button leftSection={<IconPlus />} onClick={() => actions.press('create')}>
            {t('members.create.title')}
          </Button>
        </>
      }
      above={<WaitingSection onPress={actions.press} />}
      dialog={actions.dialog}
    >
      <InvitationSection onShow={actions.showLink} />
      <TwoFactorSection />
    </ListScreen>
  )
}
