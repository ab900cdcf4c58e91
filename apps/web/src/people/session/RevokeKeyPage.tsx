import { limits } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { PublicLinkButton } from '../../ui/PublicLink.tsx'
import { MailedLinkFailed, MailedLinkForm } from './MailedLinkPage.tsx'
import { Outcome, OutcomeText } from './Outcome.tsx'
import { useMailedCode } from './use-mailed-code.ts'

/** Page of the link in the mail about a new API key (`/revokeKey#code=…`). It revokes the key without a sign-in. */
export function RevokeKeyPage() {
  const t = useTexts('session.revokeKey')
  const common = useTexts('common')
  const screens = useTexts('screens')
  const session = useTexts('session')
  const { moment } = useFormats()
  const code = useMailedCode()
  const [isDone, setDone] = useState(false)
  const read = useRead('keys.readLink', { body: { code: code ?? '' } }, { isEnabled: code !== undefined })
  const { data: key, failure, refetch } = read
  if (code === undefined || failure)
    return <MailedLinkFailed title={session('linkUnusable')} failure={failure} onRetry={refetch} />
  if (!key) return <Outcome title={screens('revokeKey')} />
  const { name, organizationName: organization, createdBy: by } = key
  const words = { name, organization, by, date: moment(key.createdAt) }
  if (isDone) return <Outcome title={t('doneTitle')} text={t('doneText', words)} actions={<ToKeys />} />
  if (key.state === 'used')
    return <Outcome title={t('usedTitle')} text={t('usedText', words)} isFailure actions={<ToKeys />} />
  if (key.state === 'expired')
    return (
      <Outcome
        title={session('linkExpired')}
        text={t('expiredText', { days: limits.apiKeyRevokeLinkDays })}
        isFailure
        actions={<ToKeys />}
      />
    )
  return (
    <MailedLinkForm
      call="keys.revokeByLink"
      code={code}
      title={screens('revokeKey')}
      confirm={common('do.revokeKey')}
      onDone={() => setDone(true)}
      onStale={refetch}
    >
      <OutcomeText>{t('text', words)}</OutcomeText>
      <OutcomeText c="dimmed">{t('effect')}</OutcomeText>
    </MailedLinkForm>
  )
}

function ToKeys() {
  const t = useTexts('session.revokeKey')
  return <PublicLinkButton to="/organization/keys">{t('keys')}</PublicLinkButton>
}
