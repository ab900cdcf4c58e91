import { ActionIcon, NativeSelect } from '@mantine/core'
import { limits } from '@pontic/contract'
import { memo, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useFormats, useTexts } from '../frame/i18n.tsx'
import { IconChevronLeft, IconChevronRight } from './icons.ts'
import { firstPage, type ListSearch, pagingOf, type SetListSearch } from './list.ts'
import css from './Pager.module.css'
import { findPreviousCursor, storePageCursor } from './page-trail.ts'

const chosenSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax] as const

/** The paging fields of a list call's reply. */
export type PagedReply<Row> = {
  list: readonly Row[]
  total: number
  totalIsExact: boolean
  cursor: string | null
}

/**
 * The pager of a list whose page number and cursor are in the address. It is hidden if all rows fit on the smallest page.
 * "Previous" opens the first page if the cursor of the previous page is unknown. An empty page redirects to the previous
 * page.
 */
export function AddressPager(props: {
  search: ListSearch
  found: PagedReply<unknown> | undefined
  /** Whether `found` is the previous page, while the next page is fetched. */
  isStale: boolean
  onSearch: SetListSearch
  /** Page sizes in ascending order. */
  pageSizes?: readonly [number, ...number[]]
  /** Shows the pager even if all rows fit on the smallest page. */
  isAlwaysShown?: boolean
}) {
  const { search, found, isStale, onSearch, pageSizes = chosenSizes } = props
  const { page, pageSize, cursor } = pagingOf(search)
  const list = nameOf(search)
  const start = useShownStart((page - 1) * pageSize, isStale)
  const isBeyond = found !== undefined && !isStale && found.list.length === 0 && page > 1
  useEffect(() => storePageCursor(list, page, cursor), [list, page, cursor])
  useEffect(() => {
    // All rows of this page are gone, for example after a deletion.
    if (isBeyond) onSearch(pageBefore(list, page), { replace: true })
  }, [isBeyond, list, page, onSearch])
  if (!found || found.list.length === 0) return null
  if (found.total <= pageSizes[0] && page === 1 && !props.isAlwaysShown) return null
  const turnTo = (change: ListSearch) => {
    onSearch(change)
    scrollTo({ top: 0 })
  }
  return (
    <Pager
      start={start}
      pageSize={pageSize}
      pageSizes={pageSizes}
      shown={found.list.length}
      total={found.total}
      isExact={found.totalIsExact}
      onPageSize={(size) =>
        onSearch({ ...firstPage, size: size === limits.pageSizeDefault ? undefined : String(size) })
      }
      onPrevious={page > 1 ? () => turnTo(pageBefore(list, page)) : undefined}
      onNext={nextOf(found, (next) => {
        // The cursor of a stale page leads to the page that is already being fetched.
        if (!isStale) turnTo({ page: String(page + 1), cursor: next })
      })}
    />
  )
}

/** Returns the number of rows before the shown page. While the next page is fetched, the previous page is shown. */
function useShownStart(start: number, isStale: boolean): number {
  const [shown, setShown] = useState(start)
  if (!isStale && shown !== start) setShown(start)
  return isStale ? shown : start
}

const nextOf = ({ cursor }: PagedReply<unknown>, turn: (cursor: string) => void) =>
  cursor === null ? undefined : () => turn(cursor)

/** Returns a name of a list with its filters: the address without page number and cursor. */
function nameOf({ cursor: _, page: __, ...rest }: ListSearch): string {
  return `${location.pathname} ${JSON.stringify(rest)}`
}

function pageBefore(list: string, page: number) {
  const cursor = findPreviousCursor(list, page)
  return cursor === undefined ? firstPage : { page: String(page - 1), cursor }
}

/**
 * Shows the range of shown rows, the page size, and buttons for the previous and the next page.
 * @param props.start number of rows before the shown page
 * @param props.isExact false if counting stopped at `total`, which is then shown with a plus
 * @param props.onPrevious undefined on the first page
 * @param props.onNext undefined on the last page
 */
function Pager(props: {
  start: number
  pageSize: number
  pageSizes: readonly number[]
  shown: number
  total: number
  isExact: boolean
  onPageSize: (pageSize: number) => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}) {
  const t = useTexts('ui.table')
  const { number } = useFormats()
  const from = props.start + 1
  const total = props.isExact ? number(props.total) : `${number(props.total)}+`
  const latest = useRef(props)
  latest.current = props
  const [presses] = useState(() => ({
    onPageSize: (size: number) => latest.current.onPageSize(size),
    onPrevious: () => latest.current.onPrevious?.(),
    onNext: () => latest.current.onNext?.(),
  }))
  // DataTable defers new rows. The range is deferred too, so that both change at the same time.
  const range = useDeferredValue(props.shown > 0 && t('range', { from, to: from + props.shown - 1, total }))
  return (
    <nav className={css.pager} aria-label={t('pages')}>
      <span className="quiet figures" aria-live="polite">
        {range}
      </span>
      <PageSize pageSize={props.pageSize} pageSizes={props.pageSizes} onPageSize={presses.onPageSize} />
      <TurnButton label={t('previous')} isDisabled={!props.onPrevious} onClick={presses.onPrevious}>
        {previousIcon}
      </TurnButton>
      <TurnButton label={t('next')} isDisabled={!props.onNext} onClick={presses.onNext}>
        {nextIcon}
      </TurnButton>
    </nav>
  )
}

const previousIcon = <IconChevronLeft />
const nextIcon = <IconChevronRight />

// These parts render again only when they change, and not with each page.
const TurnButton = memo(
  (props: { label: string; isDisabled: boolean; onClick: () => void; children: ReactNode }) => (
    <ActionIcon aria-label={props.label} disabled={props.isDisabled} onClick={props.onClick}>
      {props.children}
    </ActionIcon>
  ),
)

const PageSize = memo(
  (props: { pageSize: number; pageSizes: readonly number[]; onPageSize: (pageSize: number) => void }) => {
    const t = useTexts('ui.table')
    return (
      <NativeSelect
        size="xs"
        className={css.pagerSize}
        aria-label={t('pageSize')}
        value={String(props.pageSize)}
        data={props.pageSizes.map((size) => ({ value: String(size), label: t('perPage', { count: size }) }))}
        onChange={(event) => props.onPageSize(Number(event.currentTarget.value))}
      />
    )
  },
)
