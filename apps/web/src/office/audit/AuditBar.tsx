import { NativeSelect } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { DayRangeChip } from '../../ui/DayRangeChip.tsx'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { firstPage } from '../../ui/paged-search.ts'
import { useOpener } from '../../ui/use-opener.ts'
import type { AuditSearch, ChangeSearch } from './audit-search.ts'
import { useAuditWords } from './audit-words.ts'

const FindDialog = lazy(() => import('./FindDialog.tsx').then((file) => ({ default: file.FindDialog })))

type Props = { search: AuditSearch; onSearch: ChangeSearch; isWhole: boolean }

/** The line of search and filters of the log. */
export function AuditBar({ search, onSearch, isWhole }: Props) {
  const t = useTexts('audit')
  const common = useTexts('common')
  return (
    <FilterChips
      search={
        <SearchField
          label={t(isWhole ? 'search' : 'searchOwn')}
          value={search.words ?? ''}
          onChange={(words) => onSearch({ words: words || undefined, ...firstPage }, { replace: true })}
        />
      }
      filters={[
        {
          key: 'staff',
          label: t('filter.staff'),
          options: [
            { value: 'platform', label: t('platformStaff') },
            { value: 'others', label: t('filter.byOthers') },
          ],
          value: search.staff,
          onChange: (staff) => onSearch({ staff: staff as AuditSearch['staff'], ...firstPage }),
        },
      ]}
    >
      <DayRangeChip
        label={t('column.at')}
        range={{ from: search.from, to: search.to }}
        presets={[
          { label: common('label.today'), from: 0, to: 0 },
          { label: common('label.last7Days'), from: -6, to: 0 },
          { label: common('label.last30Days'), from: -29, to: 0 },
        ]}
        onChange={({ from, to }) => onSearch({ from, to, ...firstPage })}
      />
      <ActionSelect search={search} onSearch={onSearch} />
      <FoundBy search={search} onSearch={onSearch} />
      <FindButton search={search} onSearch={onSearch} isWhole={isWhole} />
    </FilterChips>
  )
}

/** Actions that stand in the log, by feature; a feature can be chosen as a whole. */
function ActionSelect({ search, onSearch }: Omit<Props, 'isWhole'>) {
  const t = useTexts('audit')
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
  const chosen = search.action ?? ''
  const isListed = actions.includes(chosen) || features.some((feature) => chosen === `${feature}.`)
  return (
    <NativeSelect
      size="xs"
      className="audit-action"
      aria-label={t('column.action')}
      value={chosen}
      data={[
        { value: '', label: t('filter.every') },
        // One that an address asks for stays chosen until the list is there.
        ...(isListed || chosen === '' ? [] : [{ value: chosen, label: words.action(chosen) }]),
        ...groups.toSorted((one, other) => one.group.localeCompare(other.group)),
      ]}
      onChange={(event) => onSearch({ action: event.currentTarget.value || undefined, ...firstPage })}
    />
  )
}

const foundKeys = ['object', 'organization', 'account', 'request'] as const

/** What the log was narrowed to by a link or a number: chips that are taken away again. */
function FoundBy({ search, onSearch }: Omit<Props, 'isWhole'>) {
  const t = useTexts('audit.filter')
  const common = useTexts('common')
  const texts = {
    object: (id: string) => t('object', { id: id.slice(0, 8) }),
    organization: () => common('label.organization'),
    account: () => t('person'),
    request: (id: string) => common('label.request', { id: id.slice(0, 8) }),
  }
  return foundKeys.map((key) => {
    const id = search[key]
    if (id === undefined) return null
    const name = texts[key](id)
    return (
      <span key={key} className="chip" data-used title={id}>
        <span className="chip-text">{name}</span>
        <button
          type="button"
          className="chip-remove"
          aria-label={t('remove', { name })}
          onClick={() => onSearch({ [key]: undefined, ...firstPage })}
        >
          <IconX size={14} stroke={1.75} />
        </button>
      </span>
    )
  })
}

/** Opens the dialog that narrows the log to an object, a request or an organization. */
function FindButton(props: Props) {
  const t = useTexts('audit.filter')
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  useOpener(isOpen)
  const open = () => {
    setWasOpen(true)
    setOpen(true)
  }
  return (
    <>
      <span className="chip">
        <button type="button" className="chip-open" onClick={open}>
          <IconSearch size={14} stroke={1.75} aria-hidden="true" />
          {t('exact')}
        </button>
      </span>
      <Suspense fallback={null}>
        {wasOpen && (
          <FindDialog
            isOpen={isOpen}
            isWhole={props.isWhole}
            onClose={() => setOpen(false)}
            onFind={(found) => {
              setOpen(false)
              props.onSearch({ ...found, ...firstPage })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
