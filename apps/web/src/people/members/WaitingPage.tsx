import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { renewSession, signOut } from '../../frame/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { IconLogout } from '../../ui/icons.ts'
import { Facts, Page } from '../../ui/Page.tsx'

const pollMs = 15_000

/** The page of a member who waits for approval (rules §4). It names the administrators who can approve. */
export function WaitingPage() {
  const t = useTexts()
  const { list } = useFormats()
  const standing = useStanding()
  const { data } = standing
  return (
    <Page title={t('members.wait.title')} width="narrow">
      {standing.failure ? (
        <ErrorState {...standing.failure} onRetry={standing.refetch} />
      ) : (
        <>
          <Text maw="60ch" aria-live="polite" aria-busy={data === undefined}>
            {data && t('members.wait.text', { organization: data.organizationName })}
          </Text>
          {data && (
            <Facts
              facts={[
                [t('common.label.organization'), data.organizationName],
                [t('common.label.registeredAt'), <MomentText key="since" moment={data.since} />],
                [
                  t('members.wait.asked'),
                  data.administrators.length > 0 ? list(data.administrators) : t('members.wait.nobody'),
                ],
              ]}
            />
          )}
          <Text c="dimmed" maw="60ch">
            {t('members.wait.next')}
          </Text>
          <div>
            <Button variant="default" leftSection={<IconLogout />} onClick={() => signOut()}>
              {t('shell.logOut')}
            </Button>
          </div>
        </>
      )}
    </Page>
  )
}

/** Polls the membership, because waiting members get no change events. After the approval it opens `/` with a new session. */
function useStanding() {
  const navigate = useNavigate()
  const standing = useRead('members.standing', {}, { isFresh: true })
  const { refetch } = standing
  const isActive = standing.data?.membership === 'active'
  useEffect(() => {
    if (isActive) {
      void renewSession().then(() => navigate({ to: '/', replace: true }))
      return
    }
    const timer = setInterval(refetch, pollMs)
    return () => clearInterval(timer)
  }, [isActive, navigate, refetch])
  return standing
}
