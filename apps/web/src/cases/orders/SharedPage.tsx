import { Button, Skeleton } from '@mantine/core'
import { type Order, type OrderStatus, orderStatuses, shareStatuses } from '@pontic/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { takeShareCode } from '../../frame/share-code.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { DateText } from '../../ui/formats.tsx'
import { Page } from '../../ui/Page.tsx'
import { StatusBadge, StatusShape } from '../../ui/StatusBadge.tsx'
import { CaseThumb } from './CaseThumb.tsx'
import { useOrderFinder } from './order-finder.tsx'
import './SharedPage.css'

const SharedSearch = z.object({
  status: z.optional(z.enum(orderStatuses)),
  words: z.optional(z.string().check(z.maxLength(100))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
})
type SharedSearch = z.output<typeof SharedSearch>
type Change = (change: Partial<SharedSearch>, options?: { replace?: boolean }) => void

// With fewer there is nothing to search in.
const fewest = 6

/** The cases that clinics share with an individual (requirement 6.role.ROLE_PERSON, rules §4), newest first; it only reads. */
export function SharedPage() {
  const t = useTexts('shared')
  const screens = useTexts('screens')
  const [search, setSearch] = useScreenSearch(SharedSearch)
  const { status, words, cursor } = search
  const body = { status: status ?? null, words: words ?? '', ...(cursor === undefined ? {} : { cursor }) }
  const list = useRead('orders.list', { body })
  useOrderFinder()
  useKeptLink()
  const { data } = list
  const isNarrowed = status !== undefined || words !== undefined
  const total = data?.counts.total ?? 0
  return (
    <Page
      title={screens('shared')}
      total={data?.totalIsExact ? data.total : undefined}
      lead={t('lead')}
      width="text"
    >
      {(total > fewest || isNarrowed) && <Filters search={search} onChange={setSearch} />}
      {list.failure && <ErrorState {...list.failure} onRetry={list.refetch} />}
      {!data && !list.failure && <Skeleton height={160} />}
      {data?.list.length === 0 && <Nothing isNarrowed={isNarrowed} onAll={() => setSearch(all)} />}
      {data && data.list.length > 0 && (
        <ul className="shared" aria-label={t('list')} data-stale={list.isStale || undefined}>
          {data.list.map((order) => (
            <Shared key={order.id} order={order} />
          ))}
        </ul>
      )}
      {data && <Pages next={data.cursor} isFirst={cursor === undefined} onChange={setSearch} />}
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

const all = { status: undefined, words: undefined, cursor: undefined }

function Filters({ search, onChange }: { search: SharedSearch; onChange: Change }) {
  const t = useTexts()
  return (
    <FilterChips
      filters={[
        {
          key: 'status',
          label: t('common.label.status'),
          options: shareStatuses.map((value) => ({
            value,
            label: t(`order.status.${value}`),
            shape: <StatusShape status={value} size={14} />,
          })),
          value: search.status,
          onChange: (status) => onChange({ status: status as OrderStatus | undefined, cursor: undefined }),
        },
      ]}
      search={
        <SearchField
          label={t('orders.search')}
          value={search.words ?? ''}
          onChange={(words) => onChange({ words: words || undefined, cursor: undefined }, { replace: true })}
        />
      }
    />
  )
}

function Nothing({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  const t = useTexts('shared')
  const orders = useTexts('orders')
  if (!isNarrowed) return <EmptyState drawing="cases" title={t('empty.title')} text={t('empty.text')} />
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
      <div className="shared-lines">
        <Link className="shared-name" to="/order/detail/$id" params={{ id: order.id }}>
          {order.patientName}
        </Link>
        <span className="meta figures">
          {order.number} · {order.clinicName}
        </span>
      </div>
      <StatusBadge status={order.status} />
      <span className="meta shared-day">
        <DateText moment={order.createdAt} />
      </span>
    </li>
  )
}

function Pages(props: { next: string | null; isFirst: boolean; onChange: Change }) {
  const t = useTexts('ui.table')
  const { next, isFirst, onChange } = props
  if (isFirst && next === null) return null
  return (
    <nav className="shared-pages" aria-label={t('pages')}>
      <Button variant="default" disabled={isFirst} onClick={() => history.back()}>
        {t('previous')}
      </Button>
      <Button
        variant="default"
        disabled={next === null}
        onClick={() => next !== null && onChange({ cursor: next })}
      >
        {t('next')}
      </Button>
    </nav>
  )
}
