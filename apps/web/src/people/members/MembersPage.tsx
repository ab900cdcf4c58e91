import { Button } from '@mantine/core'
import { IconMailForward, IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { Page } from '../../ui/Page.tsx'
import { InvitationSection } from './InvitationSection.tsx'
import { MemberSection } from './MemberSection.tsx'
import { type ChangeSearch, MemberSearch } from './member-search.ts'
import { TwoFactorSection } from './TwoFactorSection.tsx'
import { useMemberActions } from './use-member-actions.tsx'
import { WaitingSection } from './WaitingSection.tsx'
import './Members.css'

/** Members of one's own organization (requirement 2.members): who waits, all of them, who is invited. */
export function MembersPage() {
  const t = useTexts()
  const [search, change] = useScreenSearch(MemberSearch)
  const actions = useMemberActions()
  return (
    <Page
      title={t('screens.members')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconMailForward size={18} stroke={1.75} />}
            onClick={() => actions.press('invite')}
          >
            {t('members.invite.button')}
          </Button>
          <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => actions.press('create')}>
            {t('members.create.title')}
          </Button>
        </>
      }
    >
      <WaitingSection onPress={actions.press} />
      <MemberSection search={search} onSearch={change as ChangeSearch} onPress={actions.press} />
      <InvitationSection onShow={actions.showLink} />
      <TwoFactorSection />
      {actions.dialog}
    </Page>
  )
}
