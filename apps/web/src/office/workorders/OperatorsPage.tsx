import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Operator } from '@pontic/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { DateText, NumberText } from '../../ui/formats.tsx'
import { Page } from '../../ui/Page.tsx'
import { PagedList, type ReadList } from '../../ui/PagedList.tsx'
import { type ChangeSearch, firstPage, pagingOf } from '../../ui/paged-search.ts'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { asQuery, type ChangeSettings, SettingsSearch } from './settings-search.ts'
import { useTypeName } from './WorkOrderMarks.tsx'
import './WorkOrders.css'

const dialogs = {
  add: dialogOf(() => import('./AddOperatorDialog.tsx').then((file) => file.AddOperatorDialog)),
  end: dialogOf(() => import('./EndOperatorDialog.tsx').then((file) => file.EndOperatorDialog)),
} as const

/** Opens a dialog: to add somebody, or to end this one. */
type Press = (action: keyof typeof dialogs, operator?: Operator) => void

/** Platform users who handle support requests (requirement 2.route.manage.workorderopr). */
export function OperatorsPage() {
  const t = useTexts()
  const [search, change] = useScreenSearch(SettingsSearch)
  const onSearch = change as ChangeSettings
  const { words } = search
  const query = asQuery({ ...pagingOf(search), ...(words ? { words } : {}) })
  const list = useRead('operators.list', { query }, { isFresh: true })
  const { press, dialog } = useDialogs<Operator, keyof typeof dialogs>(dialogs)
  const add = <AddButton onPress={press} />
  return (
    <Page
      title={t('screens.operators')}
      total={list.data?.total}
      lead={t('support.operatorsPage.lead')}
      actions={add}
    >
      <div className="request-panel">
        <FilterChips
          search={
            <SearchField
              label={t('common.label.searchPeople')}
              value={words ?? ''}
              onChange={(next) => onSearch({ words: next || undefined, ...firstPage }, { replace: true })}
            />
          }
          filters={[]}
        />
        <OperatorTable list={list} search={search} onSearch={onSearch} onPress={press} />
      </div>
      {dialog}
    </Page>
  )
}

function AddButton({ onPress }: { onPress: Press }) {
  const t = useTexts('support.operatorsPage')
  return (
    <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => onPress('add')}>
      {t('add')}
    </Button>
  )
}

function OperatorTable(props: {
  list: ReadList<Operator>
  search: SettingsSearch
  onSearch: ChangeSettings
  onPress: Press
}) {
  const screens = useTexts('screens')
  const support = useTexts('support')
  const columns = useColumns(props.onPress)
  return (
    <PagedList
      label={screens('operators')}
      name="operators"
      columns={columns}
      list={props.list}
      search={props.search}
      onSearch={props.onSearch as ChangeSearch<object>}
      rowId={(operator) => operator.id}
      rowName={(operator) => operator.name}
      phoneRow={(operator) => (
        <>
          <div className="phone-lines">
            <div className="phone-line">
              <span className="one-line request-phone-title">{operator.name}</span>
            </div>
            <div className="phone-line meta">
              <span className="one-line">{operator.email}</span>
              <span className="figures">{support('open', { count: operator.open })}</span>
            </div>
          </div>
          <OperatorMenu operator={operator} onPress={props.onPress} />
        </>
      )}
      skeletonRows={4}
      empty={<NoOperators words={props.search.words} onSearch={props.onSearch} />}
    />
  )
}

function useColumns(onPress: Press): ListColumn<Operator>[] {
  const t = useTexts('support.operatorsPage')
  const support = useTexts('support')
  const screens = useTexts('screens')
  const common = useTexts('common')
  const typeName = useTypeName()
  const { list } = useFormats()
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<Operator> & { isWide?: boolean })[] = [
      {
        id: 'name',
        header: common('label.personName'),
        cell: (one) => <NameCell operator={one} />,
        isName: true,
      },
      {
        id: 'access',
        header: t('column.access'),
        cell: (one) => t(one.isAdministrator ? 'administrator' : 'operator'),
        isWide: true,
      },
      { id: 'types', header: screens('workOrderTypes'), cell: (one) => list(one.types.map(typeName)) },
      {
        id: 'open',
        header: support('typesPage.column.open'),
        cell: (one) => <NumberText value={one.open} />,
        align: 'end',
      },
      {
        id: 'since',
        header: t('column.since'),
        cell: (one) => <DateText moment={one.since} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'actions',
        header: common('label.actions'),
        cell: (one) => <OperatorMenu operator={one} onPress={onPress} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, common, screens, support, typeName, list, isNarrow, onPress])
}

function NameCell({ operator }: { operator: Operator }) {
  const common = useTexts('common')
  return (
    <span className="request-lines">
      <span className="one-line">
        {operator.name}
        {!operator.isEnabled && <span className="meta"> ({common('state.disabled')})</span>}
      </span>
      <span className="meta one-line">{operator.email}</span>
    </span>
  )
}

function OperatorMenu({ operator, onPress }: { operator: Operator; onPress: Press }) {
  const t = useTexts('support.operatorsPage')
  const common = useTexts('common')
  const end = { key: 'end', label: t('end'), isDangerous: true, onSelect: () => onPress('end', operator) }
  return <RowMenu label={common('label.actionsFor', { name: operator.name })} actions={[end]} />
}

function NoOperators({ words, onSearch }: { words: string | undefined; onSearch: ChangeSettings }) {
  const t = useTexts('support.operatorsPage')
  if (!words) return <EmptyState drawing="letter" title={t('empty.title')} text={t('empty.text')} />
  return (
    <EmptyState
      drawing="search"
      title={t('none')}
      action={
        <Button variant="default" onClick={() => onSearch({ words: undefined, ...firstPage })}>
          {t('showAll')}
        </Button>
      }
    />
  )
}
