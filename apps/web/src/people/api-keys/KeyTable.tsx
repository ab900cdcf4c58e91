import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ApiKey, limits } from '@pontic/contract'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { DataTable, type ListColumn } from '../../ui/DataTable.tsx'
import { DateText } from '../../ui/formats.tsx'
import { textKeyOf } from './key-groups.ts'

/** Keys in rows: what each may do, when it was used and until when it is good; two lines on a phone. */
export function KeyTable(props: {
  rows: readonly ApiKey[] | undefined
  empty: ReactNode
  onRevoke: (apiKey: ApiKey) => void
}) {
  const screens = useTexts('screens')
  const columns = useColumns(props.onRevoke)
  return (
    <DataTable
      label={screens('apiKeys')}
      name="api-keys"
      columns={columns}
      rows={props.rows}
      rowId={(apiKey) => apiKey.id}
      rowName={(apiKey) => apiKey.name}
      phoneRow={(apiKey) => <PhoneKey apiKey={apiKey} onRevoke={props.onRevoke} />}
      skeletonRows={3}
      empty={props.empty}
    />
  )
}

// The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
function useColumns(onRevoke: (apiKey: ApiKey) => void): ListColumn<ApiKey>[] {
  const t = useTexts('apiKeys.column')
  const common = useTexts('common')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: ListColumn<ApiKey>[] = [
      {
        id: 'name',
        header: common('label.name'),
        cell: (apiKey) => <NameCell apiKey={apiKey} hasScopes={isNarrow} />,
        isName: true,
      },
      { id: 'scopes', header: t('scopes'), cell: (apiKey) => <ScopesText apiKey={apiKey} /> },
      { id: 'used', header: common('label.lastUsed'), cell: (apiKey) => <UsedText apiKey={apiKey} /> },
      { id: 'state', header: common('label.status'), cell: (apiKey) => <StateText apiKey={apiKey} /> },
      {
        id: 'actions',
        header: common('label.actions'),
        cell: (apiKey) => <RevokeButton apiKey={apiKey} onRevoke={onRevoke} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    // Where there is little room they stand under the name.
    return columns.filter(({ id }) => !isNarrow || id !== 'scopes')
  }, [t, common, isNarrow, onRevoke])
}

function NameCell({ apiKey, hasScopes }: { apiKey: ApiKey; hasScopes: boolean }) {
  const t = useTexts('apiKeys')
  const { name, start, createdBy, isMakerActive } = apiKey
  return (
    <span className="key-lines">
      <span className="one-line" title={name}>
        {name}
      </span>
      <span className="meta one-line key-start">
        <code>{start}…</code> · {t(isMakerActive ? 'by' : 'byGone', { name: createdBy })}
      </span>
      {hasScopes && (
        <span className="meta key-start">
          <ScopesText apiKey={apiKey} />
        </span>
      )}
    </span>
  )
}

/** How much a key may do; the whole list on hover and for screen readers. */
function ScopesText({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts('apiKeys')
  const names = apiKey.scopes.map((one) => t(`permission.${textKeyOf(one)}`)).join(', ')
  return (
    <span title={names}>
      <span aria-hidden="true">{t('scopeCount', { count: apiKey.scopes.length })}</span>
      <span className="only-read">{names}</span>
    </span>
  )
}

function UsedText({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts('apiKeys')
  const { lastUsedAt, lastUsedFrom, isUnused } = apiKey
  return (
    <span className="key-lines">
      {lastUsedAt === null ? (
        <span className="quiet">{t('neverUsed')}</span>
      ) : (
        <>
          <DateText moment={lastUsedAt} />
          <span className="meta figures">{lastUsedFrom}</span>
        </>
      )}
      {isUnused && <span className="key-unused">{t('unused', { days: limits.apiKeyUnusedDays })}</span>}
    </span>
  )
}

/** Where a key stands: until when it is good, or how it ended. */
function StateText({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts('apiKeys.state')
  const { state, expiresAt, revokedAt, revokedBy } = apiKey
  return (
    <span className="key-lines key-state" data-state={state}>
      <span>{t(state)}</span>
      <span className="meta">
        {state === 'revoked' ? t('revokedBy', { name: revokedBy ?? '' }) : t('until')}{' '}
        <DateText moment={state === 'revoked' ? revokedAt : expiresAt} />
      </span>
    </span>
  )
}

function RevokeButton({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: (apiKey: ApiKey) => void }) {
  const t = useTexts('apiKeys.revoke')
  if (apiKey.state !== 'active') return null
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('buttonFor', { name: apiKey.name })}
      onClick={() => onRevoke(apiKey)}
    >
      {t('button')}
    </Button>
  )
}

function PhoneKey({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: (apiKey: ApiKey) => void }) {
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <NameCell apiKey={apiKey} hasScopes />
        </div>
        <div className="phone-line meta key-phone">
          <StateText apiKey={apiKey} />
          <UsedText apiKey={apiKey} />
        </div>
      </div>
      <RevokeButton apiKey={apiKey} onRevoke={onRevoke} />
    </>
  )
}
