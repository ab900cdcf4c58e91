import { Button, Skeleton } from '@mantine/core'
import type { ActiveSession } from '@pontic/contract'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { signOut } from '../../frame/session.ts'
import { DateText } from '../../ui/formats.tsx'
import { IconDeviceDesktop, IconDeviceMobile } from '../../ui/icons.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Section } from '../../ui/Page.tsx'
import css from './SettingRow.module.css'

/** The user's sessions, each with a button that ends the session. */
export function SessionSection() {
  const t = useTexts('accounts')
  const sessions = useRead('accounts.listSessions', {}, { isFresh: true })
  const { send, isBusy } = useWrite('accounts.endOtherSessions')
  const list = sessions.data?.list ?? []
  const endOthers = async () => {
    const reply = await send({})
    if (reply) showNotice({ level: 'info', text: t('othersEnded', { count: reply.ended }) })
  }
  return (
    <Section
      title={t('sessions')}
      actions={
        list.length > 1 && (
          <Button variant="default" loading={isBusy} onClick={() => void endOthers()}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      <Loaded read={sessions} skeleton={<Skeleton height={44} aria-hidden="true" />}>
        {({ list }) => (
          <ul className={css.devices}>
            {list.map((session) => (
              <Device key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

const handhelds = ['iOS', 'iPadOS', 'Android']

function Device({ session }: { session: ActiveSession }) {
  const t = useTexts('accounts')
  const common = useTexts('common')
  const { send, isBusy } = useWrite('accounts.endSession')
  const { browser, system, isCurrent } = session
  const name = useDeviceName(session)
  const Icon = handhelds.includes(system) ? IconDeviceMobile : IconDeviceDesktop
  const end = async () => {
    if (isCurrent) return void signOut()
    if (await send({ params: { id: session.id } }))
      showNotice({ level: 'info', text: t('sessionEnded', { device: name }) })
  }
  return (
    <li data-browser={browser}>
      <Icon size={20} />
      <div>
        <div className={css.deviceName}>
          {name}
          {isCurrent && <span className={css.deviceThis}>{t('thisDevice')}</span>}
        </div>
        <div className="meta">
          {common('label.lastUsed')} <DateText moment={session.lastUsedAt} /> · {t('signedInSince')}{' '}
          <DateText moment={session.signedInAt} />
          {session.address && <> · {session.address}</>}
        </div>
      </div>
      <Button variant="default" loading={isBusy} aria-label={`${t('endSession')}: ${name}`} onClick={end}>
        {t('endSession')}
      </Button>
    </li>
  )
}

function useDeviceName({ browser, system }: ActiveSession): string {
  const common = useTexts('common')
  if (browser && system) return common('label.browserOn', { browser, system })
  return browser || system || common('label.unknownDevice')
}
