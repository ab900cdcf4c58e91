import { Button } from '@mantine/core'
import { type ApiKey, limits } from '@pontic/contract'
import { clsx } from 'clsx'
import { useTexts } from '../../frame/i18n.tsx'
import dataTableCss from '../../ui/DataTable.module.css'
import { DateText } from '../../ui/formats.tsx'
import type { CellProps, List } from '../../ui/list.ts'
import css from './ApiKeys.module.css'
import { textKeyOf } from './key-groups.ts'

type PressKey = (apiKey: ApiKey) => void
type Props = CellProps<ApiKey, PressKey>

/** The list of keys with their permissions, last use and state. */
export const keyList: List<'keys.list', PressKey> = {
  call: 'keys.list',
  sends: 'nothing',
  name: 'api-keys',
  label: 'screens.apiKeys',
  filters: {},
  columns: {
    name: { header: 'common.label.name', cell: NameCell, isName: true },
    // On narrow screens the permissions are under the name.
    scopes: { header: 'apiKeys.column.scopes', cell: ScopesText, minWidthEm: 72 },
    used: { header: 'common.label.lastUsed', cell: UsedText },
    state: { header: 'common.label.status', cell: StateText },
    actions: { header: 'common.label.actions', cell: RevokeButton, align: 'end', isHeaderHidden: true },
  },
  rowName: 'name',
  phone: PhoneKey,
  empty: { drawing: 'partners', title: 'apiKeys.empty.title', text: 'apiKeys.empty.text' },
  hasTotal: false,
  isCached: true,
  skeletonRows: 3,
}

function NameCell({ row, without }: Pick<Props, 'row' | 'without'>) {
  const t = useTexts('apiKeys')
  const { name, start, createdBy, isMakerActive } = row
  return (
    <span className={css.keyLines}>
      <span className="one-line" title={name}>
        {name}
      </span>
      <span className={clsx(css.keyStart, 'meta one-line')}>
        <code>{start}…</code> · {t(isMakerActive ? 'by' : 'byGone', { name: createdBy })}
      </span>
      {without.includes('scopes') && (
        <span className={clsx(css.keyStart, 'meta')}>
          <ScopesText row={row} />
        </span>
      )}
    </span>
  )
}

/** The number of a key's permissions. Their names are shown on hover and read by screen readers. */
function ScopesText({ row }: Pick<Props, 'row'>) {
  const t = useTexts('apiKeys')
  const names = row.scopes.map((one) => t(`permission.${textKeyOf(one)}`)).join(', ')
  return (
    <span title={names}>
      <span aria-hidden="true">{t('scopeCount', { count: row.scopes.length })}</span>
      <span className="only-read">{names}</span>
    </span>
  )
}

function UsedText({ row }: Pick<Props, 'row'>) {
  const t = useTexts('apiKeys')
  const common = useTexts('common')
  const { lastUsedAt, lastUsedFrom, isUnused } = row
  return (
    <span className={css.keyLines}>
      {lastUsedAt === null ? (
        <span className="quiet">{common('never')}</span>
      ) : (
        <>
          <DateText moment={lastUsedAt} />
          <span className="meta figures">{lastUsedFrom}</span>
        </>
      )}
      {isUnused && <span className={css.keyUnused}>{t('unused', { days: limits.apiKeyUnusedDays })}</span>}
    </span>
  )
}

/** The state of a key and its expiry date; for a revoked key, who revoked it and when. */
function StateText({ row }: Pick<Props, 'row'>) {
  const t = useTexts('apiKeys.state')
  const common = useTexts('common')
  const { state, expiresAt, revokedAt, revokedBy } = row
  return (
    <span className={clsx(css.keyLines, css.keyState)} data-state={state}>
      <span>{state === 'expired' ? common('state.expired') : t(state)}</span>
      <span className="meta">
        {state === 'revoked' ? t('revokedBy', { name: revokedBy ?? '' }) : t('until')}{' '}
        <DateText moment={state === 'revoked' ? revokedAt : expiresAt} />
      </span>
    </span>
  )
}

function RevokeButton({ row, press }: Pick<Props, 'row' | 'press'>) {
  const t = useTexts('apiKeys.revoke')
  if (row.state !== 'active') return null
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('buttonFor', { name: row.name })}
      onClick={() => press(row)}
    >
      {t('button')}
    </Button>
  )
}

function PhoneKey({ row, press }: Props) {
  return (
    <>
      <div className={dataTableCss.phoneLines}>
        <div className="phone-line">
          <NameCell row={row} without={['scopes']} />
        </div>
        <div className={clsx(css.keyPhone, 'phone-line meta')}>
          <StateText row={row} />
          <UsedText row={row} />
        </div>
      </div>
      <RevokeButton row={row} press={press} />
    </>
  )
}
