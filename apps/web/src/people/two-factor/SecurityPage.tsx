import { ActionIcon, Button, Group } from '@mantine/core'
import type { Passkey, TwoFactor } from '@pontic/contract'
import { clsx } from 'clsx'
import { useState } from 'react'
import { openPath } from '../../frame/address.ts'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { portal, useSession } from '../../frame/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { Page, PageWarning, Section } from '../../ui/Page.tsx'
import { canCreatePasskeys } from './create-passkey.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import css from './Security.module.css'
import { type Change, TwoFactorDialog } from './two-factor-dialogs.tsx'

type Ask = (change: Change) => void
type Parts = { twoFactor: TwoFactor; ask: Ask }

/** Page with the settings of the user's two-factor sign-in: authenticator app, passkeys, recovery codes (rules §3). */
export function SecurityPage() {
  const t = useTexts()
  const read = useRead('twoFactor.get', {}, { isFresh: true })
  const [last, setLast] = useState<{ change: Change; key: number }>()
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const ask = (change: Change) => {
    setLast((before) => ({ change, key: (before?.key ?? 0) + 1 }))
    setOpen(true)
  }
  const finish = (newCodes: string[] | null) => {
    setOpen(false)
    if (newCodes) setCodes(newCodes)
  }
  return (
    <Page title={t('screens.security')} lead={t('twoFactor.lead')} width="narrow">
      {read.failure && <ErrorState {...read.failure} onRetry={read.refetch} />}
      {read.data && (
        <>
          <RequirementNotice twoFactor={read.data} />
          <AppSection twoFactor={read.data} ask={ask} />
          <PasskeySection twoFactor={read.data} ask={ask} />
          <CodesSection twoFactor={read.data} ask={ask} />
        </>
      )}
      {last && (
        <TwoFactorDialog
          key={last.key}
          change={last.change}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onDone={finish}
        />
      )}
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </Page>
  )
}

const isSetUp = ({ hasTotp, passkeys }: TwoFactor) => hasTotp || passkeys.length > 0

/**
 * Message that the organization or the platform requires two-factor sign-in. If the set-up is done and the session is still
 * restricted, the message has a button that refreshes the session and opens `/`.
 */
function RequirementNotice({ twoFactor }: { twoFactor: TwoFactor }) {
  const t = useTexts('twoFactor')
  const common = useTexts('common')
  const session = useSession()
  const [isBusy, setBusy] = useState(false)
  const { requiredBy } = twoFactor
  if (requiredBy === 'nobody') return null
  const isPlatform = requiredBy === 'platform'
  if (!isSetUp(twoFactor))
    return <PageWarning>{t(isPlatform ? 'neededPlatform' : 'neededOrganization')}</PageWarning>
  if (!session?.two_factor_needed)
    return (
      <p className={clsx(css.securityText, 'quiet')}>
        {t(isPlatform ? 'requiredPlatform' : 'requiredOrganization')}
      </p>
    )
  const goOn = async () => {
    setBusy(true)
    // With the refreshed session the guard permits the other screens.
    await portal.session.refresh().catch(() => undefined)
    setBusy(false)
    openPath('/')
  }
  return (
    <Group justify="space-between">
      <span>{t('ready')}</span>
      <Button loading={isBusy} onClick={goOn}>
        {common('do.goOn')}
      </Button>
    </Group>
  )
}

function AppSection({ twoFactor, ask }: Parts) {
  const t = useTexts('twoFactor')
  const { date } = useFormats()
  const { hasTotp, totpSince } = twoFactor
  return (
    <Section
      title={t('app')}
      actions={
        <Button variant="default" onClick={() => ask(hasTotp ? 'removeTotp' : 'addTotp')}>
          {t(hasTotp ? 'appRemove' : 'appAdd')}
        </Button>
      }
    >
      <p className={clsx(css.securityText, 'meta')}>{t('appText')}</p>
      {totpSince && <p className={css.securityText}>{t('appSince', { date: date(totpSince) })}</p>}
    </Section>
  )
}

function PasskeySection({ twoFactor, ask }: Parts) {
  const t = useTexts('twoFactor')
  const { passkeys, passkeyOrigin } = twoFactor
  const canAdd = canCreatePasskeys(passkeyOrigin)
  return (
    <Section
      title={t('passkeys')}
      actions={
        canAdd && (
          <Button variant="default" onClick={() => ask('addPasskey')}>
            {t('passkeyAdd')}
          </Button>
        )
      }
    >
      <p className={clsx(css.securityText, 'meta')}>{t('passkeysText')}</p>
      {!canAdd && (
        <p className={clsx(css.securityText, 'quiet')}>{t('passkeyElsewhere', { origin: passkeyOrigin })}</p>
      )}
      {passkeys.length > 0 && (
        <ul className={css.securityList}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => ask({ remove: passkey })} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useTexts('twoFactor')
  const { date } = useFormats()
  const { name, createdAt, lastUsedAt, isSynced } = passkey
  return (
    <li>
      <div className={css.securityItem}>
        <p>{name}</p>
        <p className="meta">
          {t('passkeyMade', { date: date(createdAt) })}
          {lastUsedAt && <> · {t('passkeyUsed', { date: date(lastUsedAt) })}</>}
          {isSynced && <> · {t('passkeySynced')}</>}
        </p>
      </div>
      <ActionIcon variant="subtle" aria-label={t('passkeyRemove', { name })} onClick={onRemove}>
        <IconTrash />
      </ActionIcon>
    </li>
  )
}

function CodesSection({ twoFactor, ask }: Parts) {
  const t = useTexts('twoFactor')
  if (!isSetUp(twoFactor)) return null
  return (
    <Section
      title={t('codes')}
      actions={
        <Button variant="default" onClick={() => ask('makeCodes')}>
          {t('codesNew')}
        </Button>
      }
    >
      <p className={clsx(css.securityText, 'meta')}>{t('codesText')}</p>
      <p className={css.securityText}>{t('codesLeft', { count: twoFactor.recoveryCodesLeft })}</p>
    </Section>
  )
}
