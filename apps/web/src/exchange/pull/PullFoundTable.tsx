import { useMediaQuery } from '@mantine/hooks'
import type { PullItem } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { DateText } from '../../ui/formats.tsx'
import { ReasonText } from './PullReason.tsx'

/** Columns of what was found. */
export function useFoundColumns(): ListColumn<PullItem>[] {
  const t = useTexts('transfers.pull.found.column')
  const common = useTexts('common')
  const transfers = useTexts('transfers')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<PullItem> & { isWide?: boolean })[] = [
      { id: 'path', header: t('path'), cell: (item) => <PathCell item={item} />, isName: true },
      {
        id: 'setting',
        header: transfers('setting'),
        cell: ({ settingName }) => <span className="one-line">{settingName}</span>,
        isWide: true,
      },
      { id: 'state', header: common('label.status'), cell: (item) => <StateText item={item} /> },
      { id: 'case', header: common('label.case'), cell: (item) => <CaseLink item={item} /> },
      { id: 'seen', header: t('seen'), cell: ({ seenAt }) => <DateText moment={seenAt} />, align: 'end' },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, transfers, common, isNarrow])
}

function PathCell({ item }: { item: PullItem }) {
  return (
    <span className="transfer-lines">
      <span className="one-line" title={item.path}>
        {item.path}
      </span>
      <ReasonText item={item} />
    </span>
  )
}

function StateText({ item }: { item: PullItem }) {
  const t = useTexts('transfers.state')
  return (
    <span className="transfer-state" data-state={item.state}>
      {t(item.state)}
    </span>
  )
}

function CaseLink({ item }: { item: PullItem }) {
  if (item.orderId === null) return null
  return (
    <Link to="/order/detail/$id" params={{ id: item.orderId }} className="text-link figures">
      {item.orderNumber}
    </Link>
  )
}

/** Something that was found, on a phone: its path, and how it stands. */
export function PhoneFound({ item }: { item: PullItem }) {
  return (
    <div className="phone-lines">
      <div className="phone-line">
        <span className="one-line transfer-name">{item.path}</span>
        <StateText item={item} />
      </div>
      <div className="phone-line meta">
        {item.reason === null ? <CaseLink item={item} /> : <ReasonText item={item} />}
        <DateText moment={item.seenAt} />
      </div>
    </div>
  )
}
