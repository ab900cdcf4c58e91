import { type OrderStatus, type OrderType, OrderView, orderStatuses } from '@pontic/contract'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { startDownload } from '../../ui/download.ts'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { Page } from '../../ui/Page.tsx'
import { type ChangeSearch, firstPage } from '../../ui/paged-search.ts'
import { StatusShape } from '../../ui/StatusBadge.tsx'
import { CaseTable } from './CaseTable.tsx'
import { DeletedCases } from './DeletedCases.tsx'
import { ExportButton } from './ExportButton.tsx'
import { CaseSearch } from './manage-search.ts'
import { useOrganizationFilter } from './organization-filter.ts'
import './Manage.css'

const types = ['0', '1', '2', '7'] as const

/** What the list is asked for, without its paging. */
const viewOf = ({ words, organization, status, type }: CaseSearch): OrderView =>
  OrderView.parse({
    words: words ?? '',
    partnerId: organization ?? null,
    status: status ?? null,
    types: type === undefined ? [] : [Number(type) as OrderType],
  })

/** The cases of all organizations, and those that the platform has deleted (requirement 2.route.manage.order). */
export function CasesPage() {
  const t = useTexts()
  const [search, change] = useScreenSearch(CaseSearch)
  const setSearch = change as ChangeSearch<CaseSearch>
  const isDeleted = search.deleted === 'yes'
  const view = viewOf(search)
  const exporting = useWrite('orders.createExport')
  const save = async () => {
    const made = await exporting.send({ body: view })
    if (made) startDownload(made.path)
  }
  return (
    <Page
      title={t('screens.manageOrders')}
      lead={t('manage.case.lead')}
      actions={!isDeleted && <ExportButton isBusy={exporting.isBusy} onPress={() => void save()} />}
    >
      <nav className="manage-tabs" aria-label={t('common.label.views')}>
        <button
          type="button"
          aria-current={!isDeleted}
          onClick={() => setSearch({ deleted: undefined, ...firstPage })}
        >
          {t('screens.manageOrders')}
        </button>
        <button
          type="button"
          aria-current={isDeleted}
          onClick={() => setSearch({ deleted: 'yes', ...firstPage })}
        >
          {t('manage.case.deleted')}
        </button>
      </nav>
      <div className="manage-panel">
        {isDeleted ? (
          <DeletedCases search={search} onSearch={setSearch} />
        ) : (
          <>
            <Filters search={search} onSearch={setSearch} />
            <CaseTable view={view} search={search} onSearch={setSearch} onShowAll={() => setSearch(whole)} />
          </>
        )}
      </div>
    </Page>
  )
}

const whole: Partial<CaseSearch> = {
  words: undefined,
  organization: undefined,
  status: undefined,
  type: undefined,
  ...firstPage,
}

function Filters({ search, onSearch }: { search: CaseSearch; onSearch: ChangeSearch<CaseSearch> }) {
  const t = useTexts()
  const organization = useOrganizationFilter(search.organization, (id) =>
    onSearch({ organization: id, ...firstPage }),
  )
  return (
    <FilterChips
      search={
        <SearchField
          label={t('orders.search')}
          value={search.words ?? ''}
          onChange={(words) => onSearch({ words: words || undefined, ...firstPage }, { replace: true })}
        />
      }
      filters={[
        ...organization,
        {
          key: 'status',
          label: t('common.label.status'),
          options: orderStatuses.map((value) => ({
            value,
            label: t(`order.status.${value}`),
            shape: <StatusShape status={value} size={14} />,
          })),
          value: search.status,
          onChange: (status) => onSearch({ status: status as OrderStatus | undefined, ...firstPage }),
        },
        {
          key: 'type',
          label: t('common.label.type'),
          options: types.map((value) => ({ value, label: t(`order.type.${value}`) })),
          value: search.type,
          onChange: (type) => onSearch({ type: type as CaseSearch['type'], ...firstPage }),
        },
      ]}
    />
  )
}
