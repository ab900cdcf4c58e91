import { NativeSelect } from '@mantine/core'
import { tagOf } from '@pontic/messages'
import { useRead } from '../../frame/api.ts'
import { useLanguage, useTexts } from '../../frame/i18n.tsx'
import { isId, matching, oneOf } from '../../frame/search-checks.ts'
import css from '../../ui/FilterChips.module.css'
import { IconSearch, IconX } from '../../ui/icons.ts'
import { type ChipProps, type Filters, firstPage } from '../../ui/list.ts'
import { dayRangeFilter, optionFilter, searchFilter } from '../../ui/list-filters.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import auditCss from './Audit.module.css'
import { useAuditWords } from './audit-words.ts'
import type { FindSubject } from './FindDialog.tsx'

const dialogs = { find: dialogOf(() => import('./FindDialog.tsx').then((file) => file.FindDialog)) } as const

const [from, to] = dayRangeFilter('from', 'to', 'audit.column.at', [
  { label: 'common.label.today', from: 0, to: 0 },
  { label: 'common.label.last7Days', from: -6, to: 0 },
  { label: 'common.label.last30Days', from: -29, to: 0 },
])

const staff = optionFilter('staff', 'audit.column.by', () => {
  const t = useTexts('audit')
  return [
    { value: 'platform', label: t('platformStaff') },
    { value: 'others', label: t('filter.byOthers') },
  ]
})

const foundKeys = ['object', 'organization', 'account', 'request'] as const

/** Creates a filter by id, which a link or `FindDialog` sets. The chip of the filter can only remove it. */
const idFilter = (address: (typeof foundKeys)[number]) => ({
  address,
  isValid: isId,
  toValue: (text: string) => text,
  Chip: (props: ChipProps) => <FoundChip address={address} {...props} />,
})

/** Returns the filters of the audit log. @param isPlatformLog true for the platform's log, false for an organization's own log */
export const auditFilters = (isPlatformLog: boolean): Filters<'audit.list'> => ({
  words: searchFilter(isPlatformLog ? 'audit.search' : 'audit.searchOwn'),
  isPlatform: {
    ...staff,
    isValid: oneOf('platform', 'others'),
    toValue: (text) => text === 'platform',
  },
  from,
  to,
  action: {
    address: 'action',
    isValid: matching(/^[A-Za-z]{1,40}\.[A-Za-z]{0,60}$/),
    toValue: (text) => text,
    Chip: ActionSelect,
  },
  objectId: idFilter('object'),
  organizationId: idFilter('organization'),
  accountId: idFilter('account'),
  requestId: {
    ...idFilter('request'),
    Chip: (props) => (
      <>
        <FoundChip address="request" {...props} />
        <FindButton {...props} isPlatformLog={isPlatformLog} />
      </>
    ),
  },
})

/** Filter by action. Actions are grouped by feature, and each group has an option for all its actions. */
function ActionSelect({ value: chosen = '', onSearch }: ChipProps) {
  const t = useTexts('audit')
  const locale = tagOf(useLanguage().language)
  const words = useAuditWords()
  const known = useRead('audit.actions', {})
  const actions = known.data?.actions ?? []
  const features = [...new Set(actions.map((action) => action.slice(0, action.indexOf('.'))))]
  const groups = features.map((feature) => ({
    group: words.feature(feature),
    items: [
      { value: `${feature}.`, label: t('everyAction', { feature: words.feature(feature) }) },
      ...actions
        .filter((action) => action.startsWith(`${feature}.`))
        .map((action) => ({ value: action, label: words.action(action) })),
    ],
  }))
  const isListed = actions.includes(chosen) || features.some((feature) => chosen === `${feature}.`)
  return (
    <NativeSelect
      size="xs"
      className={auditCss.auditAction}
      aria-label={t('column.action')}
      value={chosen}
      data={[
        { value: '', label: t('filter.every') },
        // The address may name an action before the actions are loaded.
        ...(isListed || chosen === '' ? [] : [{ value: chosen, label: words.action(chosen) }]),
        ...groups.toSorted((one, other) => one.group.localeCompare(other.group, locale)),
      ]}
      onChange={(event) => onSearch({ action: event.currentTarget.value || undefined, ...firstPage })}
    />
  )
}

function FoundChip({ address, value: id, onSearch }: ChipProps & { address: (typeof foundKeys)[number] }) {
  const t = useTexts('audit.filter')
  const common = useTexts('common')
  if (id === undefined) return null
  const short = { id: id.slice(0, 8) }
  const name = {
    object: t('object', short),
    organization: common('label.organization'),
    account: t('person'),
    request: common('label.request', short),
  }[address]
  return (
    <span className={css.chip} data-used title={id}>
      <span className={auditCss.chipText}>{name}</span>
      <button
        type="button"
        className={css.chipRemove}
        aria-label={t('remove', { name })}
        onClick={() => onSearch({ [address]: undefined, ...firstPage })}
      >
        <IconX size={14} />
      </button>
    </span>
  )
}

/** Button that opens the dialog with filters by object, request or organization. */
function FindButton({ isPlatformLog, onSearch }: ChipProps & { isPlatformLog: boolean }) {
  const t = useTexts('audit.filter')
  const { press, dialog } = useDialogs<FindSubject, 'find'>(dialogs)
  const onFind: FindSubject['onFind'] = (found) => onSearch({ ...found, ...firstPage })
  return (
    <>
      <span className={css.chip}>
        <button
          type="button"
          className={css.chipOpen}
          onClick={() => press('find', { isPlatformLog, onFind })}
        >
          <IconSearch size={14} />
          {t('exact')}
        </button>
      </span>
      {dialog}
    </>
  )
}
