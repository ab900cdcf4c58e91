import { Button, Stack } from '@mantine/core'
import { type Order, orderStatuses, shareStatuses } from '@pontic/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect } from 'react'
import { useRead, useWrite } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { oneOf } from '../../../frame/search-checks.ts'
import { popShareCode } from '../../../frame/share-code.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { DateText } from '../../../ui/formats.tsx'
import { useListSearch } from '../../../ui/ListScreen.tsx'
import { hasFilters, toFields, withoutFilters } from '../../../ui/list.ts'
import { choiceFilter, FilterBar, searchFilter } from '../../../ui/list-filters.tsx'
import { Page } from '../../../ui/Page.tsx'
import { StatusBadge, StatusShape } from '../../../ui/StatusBadge.tsx'
import { StepList } from '../../../ui/StepList.tsx'
import listCss from '../../lists.module.css'
import { useOrderFinder } from '../list/order-finder.tsx'
import { CaseThumb } from '../OrderType.tsx'
import css from './SharedPage.module.css'

const list = {
  filters: {
    words: searchFilter('orders.search'),
    status: {
      ...choiceFilter('status', shareStatuses, 'common.label.status', 'order.status.', ({ value }) => (
        <StatusShape status={value} size={14} />
      )),
      isValid: oneOf(...orderStatuses),
    },
  },
}

// The page shows the filters only if there are more cases than this, or if a filter is set.
const unfilteredMax = 6

/** Lists the cases that clinics share with an individual (requirement 6.role.ROLE_PERSON, rules §4), newest first. */
export function SharedPage() {
  const t = useTexts('shared')
  const screens = useTexts('screens')
  const [search, onSearch] = useListSearch(list)
  const { cursor } = search
  const found = useRead('orders.list', {
    body: { ...toFields(list, search), ...(cursor === undefined ? {} : { cursor }) },
  })
  useOrderFinder()
  useShareLink()
  const { data } = found
  const isFiltered = hasFilters(list, search)
  return (
    <Page
      title={screens('shared')}
      total={data?.totalIsExact ? data.total : undefined}
      lead={t('lead')}
      width="text"
    >
      {((data?.counts.total ?? 0) > unfilteredMax || isFiltered) && (
        <FilterBar list={list} search={search} onSearch={onSearch} />
      )}
      <StepList
        list={found}
        steps={{
          onPrevious: cursor === undefined ? undefined : () => history.back(),
          onNext: (next) => onSearch({ cursor: next }),
        }}
        skeletonPx={160}
        empty={<NoCases isFiltered={isFiltered} onAll={() => onSearch(withoutFilters(list))} />}
      >
        {(orders) => (
          <ul className={listCss.rows} aria-label={t('list')} data-stale={found.isStale || undefined}>
            {orders.map((order) => (
              <SharedCase key={order.id} order={order} />
            ))}
          </ul>
        )}
      </StepList>
    </Page>
  )
}

/** Redeems the share link that the user opened before the sign-in, and opens its case. */
function useShareLink() {
  const navigate = useNavigate()
  const { send } = useWrite('orders.takeShareLink')
  useEffect(() => {
    const code = popShareCode()
    if (code === undefined) return
    void send({ body: { code } }).then(
      (order) => order && navigate({ to: '/order/detail/$id', params: { id: order.id } }),
    )
  }, [send, navigate])
}

function NoCases({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  const t = useTexts('shared')
  const orders = useTexts('orders')
  if (!isFiltered) return <EmptyState drawing="cases" title={t('empty.title')} text={t('empty.text')} />
  return (
    <EmptyState
      drawing="search"
      title={orders('empty.nothingFound')}
      text={t('nothingFound.text')}
      action={
        <Button variant="default" onClick={onAll}>
          {orders('empty.showAll')}
        </Button>
      }
    />
  )
}

function SharedCase({ order }: { order: Order }) {
  return (
    <li className={css.case}>
      <CaseThumb order={order} />
      <Stack className={css.lines} gap={0} miw={0}>
        <Link className={css.name} to="/order/detail/$id" params={{ id: order.id }}>
          {order.patientName}
        </Link>
        <span className="meta figures">
          {order.number} · {order.clinicName}
        </span>
      </Stack>
      <StatusBadge status={order.status} />
      <span className={clsx(css.day, 'meta')}>
        <DateText moment={order.createdAt} />
      </span>
    </li>
  )
}
