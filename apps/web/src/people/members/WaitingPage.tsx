import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { renewSession, signOut } from '../../frame/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { Facts, Page } from '../../ui/Page.tsx'
import css from './WaitingPage.module.css'

const askEveryMs = 15_000

/** Where a member waits to be let in: who was asked, since when, and what happens next (rules §4). */
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
          <p className={css.waitText} aria-live="polite" aria-busy={data === undefined}>
            {data && t('members.wait.text', { organization: data.organizationName })}
          </p>
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
          <p className={clsx(css.waitText, 'quiet')}>{t('members.wait.next')}</p>
          <div>
            <Button
              variant="default"
              leftSection={<IconLogout size={18} stroke={1.75} />}
              onClick={() => signOut()}
            >
              {t('shell.logOut')}
            </Button>
          </div>
        </>
      )}
    </Page>
  )
}

/** Asks again and again: whoever waits hears no events. Once he is let in, his session is renewed and the way is open. */
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
    const timer = setInterval(refetch, askEveryMs)
    return () => clearInterval(timer)
  }, [isActive, navigate, refetch])
  return standing
}
