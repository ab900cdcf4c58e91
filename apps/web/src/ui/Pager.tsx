import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormats, useTexts } from '../frame/i18n.tsx'
import './Pager.css'

/**
 * The foot of a list: which rows are shown, how many a page has, and the ways back and on.
 * @param props.start how many rows stand before the shown ones
 * @param props.isExact false when the total was only counted so far: a plus stands behind it
 * @param props.onNext undefined on the last page, `onPrevious` on the first
 */
export function Pager(props: {
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
  return (
    <nav className="pager" aria-label={t('pages')}>
      <span className="quiet figures" aria-live="polite">
        {props.shown > 0 && t('range', { from, to: from + props.shown - 1, total })}
      </span>
      <NativeSelect
        size="xs"
        className="pager-size"
        aria-label={t('pageSize')}
        value={String(props.pageSize)}
        data={props.pageSizes.map((size) => ({ value: String(size), label: t('perPage', { count: size }) }))}
        onChange={(event) => props.onPageSize(Number(event.currentTarget.value))}
      />
      <ActionIcon aria-label={t('previous')} disabled={!props.onPrevious} onClick={props.onPrevious}>
        <IconChevronLeft size={18} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label={t('next')} disabled={!props.onNext} onClick={props.onNext}>
        <IconChevronRight size={18} stroke={1.75} />
      </ActionIcon>
    </nav>
  )
}
