import { Anchor, Button } from '@mantine/core'
import type { ApiKey } from '@pontic/contract'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import { KeyTable } from './KeyTable.tsx'
import './ApiKeys.css'

const CreateKeyDialog = lazy(() =>
  import('./CreateKeyDialog.tsx').then((file) => ({ default: file.CreateKeyDialog })),
)
const RevokeKeyDialog = lazy(() =>
  import('./RevokeKeyDialog.tsx').then((file) => ({ default: file.RevokeKeyDialog })),
)

type Asked = { what: 'create' } | { what: 'revoke'; apiKey: ApiKey }

/** API keys of one's own organization: for its own software (decision 0037). For administrators. */
export function ApiKeysPage() {
  const t = useTexts('apiKeys')
  const screens = useTexts('screens')
  const { data, failure, refetch } = useRead('keys.list', {})
  const { ask, dialog } = useKeyDialogs()
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => ask({ what: 'create' })}>
      {t('create.button')}
    </Button>
  )
  const isEmpty = data?.list.length === 0
  const onRevoke = useCallback((apiKey: ApiKey) => ask({ what: 'revoke', apiKey }), [ask])
  return (
    <Page title={screens('apiKeys')} lead={t('lead')} actions={data && !isEmpty && create}>
      {failure ? (
        <ErrorState {...failure} onRetry={refetch} />
      ) : (
        <KeyTable
          rows={data?.list}
          onRevoke={onRevoke}
          empty={
            <EmptyState drawing="partners" title={t('empty.title')} text={t('empty.text')} action={create} />
          }
        />
      )}
      <p className="quiet key-docs">
        {t('docs')}{' '}
        <Anchor href="/docs#programs" target="_blank" rel="noopener" underline="always">
          {t('docsLink')}
        </Anchor>
      </p>
      {dialog}
    </Page>
  )
}

/** The dialogs of the page, each made anew when it is opened. */
function useKeyDialogs() {
  const [asked, setAsked] = useState<Asked & { press: number }>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const ask = useCallback((next: Asked) => {
    setAsked((last) => ({ ...next, press: (last?.press ?? 0) + 1 }))
    setOpen(true)
  }, [])
  const close = () => setOpen(false)
  const dialog = (
    <Suspense fallback={null}>
      {asked?.what === 'create' && <CreateKeyDialog key={asked.press} isOpen={isOpen} onClose={close} />}
      {asked?.what === 'revoke' && (
        <RevokeKeyDialog key={asked.press} apiKey={asked.apiKey} isOpen={isOpen} onClose={close} />
      )}
    </Suspense>
  )
  return { ask, dialog }
}
