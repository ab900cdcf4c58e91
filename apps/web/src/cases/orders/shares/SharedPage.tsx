import { Button } from '@mantine/core'
import { type Order, orderStatuses, shareStatuses } from '@pontic/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { takeShareCode } from '../../../frame/share-code.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { DateText } from '../../../ui/formats.tsx'
import { useListSearch } from '../../../ui/ListScreen.tsx'
import { isNarrowed, toFields, withoutFilters } from '../../../ui/list.ts'
import { choice, FilterBar, words } from '../../../ui/list-filters.tsx'
import { Page } from '../../../ui/Page.tsx'
import { StatusBadge, StatusShape } from '../../../ui/StatusBadge.tsx'
import { StepList } from '../../../ui/StepList.tsx'
import { CaseThumb } from '../CaseThumb.tsx'
import { useOrderFinder } from '../list/order-finder.tsx'
import css from './SharedPage.module.css'

const list = {
  filters: {
    words: words('orders.search'),
    status: {
      ...choice('status', shareStatuses, 'common.label.status', 'order.status', ({ value }) => (
        <StatusShape status={value} size={14} />
      )),
      schema: z.enum(orderStatuses),
    },
  },
}

// With fewer there is nothing to search in.
const fewest = 6

/** The cases that clinics share with an individual (requirement 6.role.ROLE_PERSON, rules §4), newest first; it only reads. */
export function SharedPage() {
  const t = useTexts('shared')
  const screens = useTexts('screens')
  const [search, onSearch] = useListSearch(list)
  const { cursor } = search
  const found = useRead('orders.list', {
    body: { ...toFields(list, search), ...(cursor === undefined ? {} : { cursor }) },
  })
  useOrderFinder()
  useKeptLink()
  const { data } = found
  const isFiltered = isNarrowed(list, search)
  return (
    <Page
      title={screens('shared')}
      total={data?.totalIsExact ? data.total : undefined}
      lead={t('lead')}
      width="text"
    >
      {((data?.counts.total ?? 0) > fewest || isFiltered) && (
        <FilterBar list={list} search={search} onSearch={onSearch} />
      )}
      <StepList
        list={found}
        steps={{
          onPrevious: cursor === undefined ? undefined : () => history.back(),
          onNext: (next) => onSearch({ cursor: next }),
        }}
        skeletonPx={160}
        empty={<Nothing isFiltered={isFiltered} onAll={() => onSearch(withoutFilters(list))} />}
      >
        {(orders) => (
          <ul className={css.shared} aria-label={t('list')} data-stale={found.isStale || undefined}>
            {orders.map((order) => (
              <Shared key={order.id} order={order} />
            ))}
          </ul>
        )}
      </StepList>
    </Page>
  )
}

/** Takes the link to a case with which its reader came before he signed in, and leads to the case. */
function useKeptLink() {
  const navigate = useNavigate()
  const { send } = useWrite('orders.takeShareLink')
  useEffect(() => {
    const code = takeShareCode()
    if (code === undefined) return
    void send({ body: { code } }).then(
      (taken) => taken && navigate({ to: '/order/detail/$id', params: { id: taken.id } }),
    )
  }, [send, navigate])
}

function Nothing({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
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

/** One case: who and what it is, whose, where it stands; the whole row leads to it. */
function Shared({ order }: { order: Order }) {
  return (
    <li>
      <CaseThumb order={order} />
      <div className={css.sharedLines}>
        <Link className={css.sharedName} to="/order/detail/$id" params={{ id: order.id }}>
          {order.patientName}
        </Link>
        <span className="meta figures">
          {order.number} · {order.clinicName}
        </span>
      </div>
      <StatusBadge status={order.status} />
      <span className={clsx(css.sharedDay, 'meta')}>
        <DateText moment={order.createdAt} />
      </span>
    </li>
  )
}
