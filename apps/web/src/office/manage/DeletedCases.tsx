import { Button } from '@mantine/core'
import { type DeletedOrder, limits } from '@pontic/contract'
import { useMemo } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { DateText } from '../../ui/formats.tsx'
import { PagedList } from '../../ui/PagedList.tsx'
import { type ChangeSearch, firstPage, pagingOf } from '../../ui/paged-search.ts'
import type { CaseSearch } from './manage-search.ts'

type Props = { search: CaseSearch; onSearch: ChangeSearch<CaseSearch> }

/** Cases that the platform has deleted; for 30 days they can be brought back from here. */
export function DeletedCases({ search, onSearch }: Props) {
  const t = useTexts()
  const list = useRead(
    'manage.listDeletedOrders',
    { body: { words: search.words ?? '', ...pagingOf(search) } },
    { isFresh: true },
  )
  const columns = useColumns()
  return (
    <>
      <FilterChips
        filters={[]}
        search={
          <SearchField
            label={t('orders.search')}
            value={search.words ?? ''}
            onChange={(words) => onSearch({ words: words || undefined, ...firstPage }, { replace: true })}
          />
        }
      />
      <PagedList
        label={t('manage.case.deleted')}
        name="manage.deleted"
        list={list}
        search={search}
        onSearch={onSearch as ChangeSearch<object>}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.number}
        phoneRow={(row) => <PhoneRow row={row} />}
        skeletonRows={5}
        empty={
          <EmptyState
            drawing="cases"
            title={t('manage.case.empty.title')}
            text={t('manage.case.empty.text', { days: limits.orderDiscardDays })}
          />
        }
      />
    </>
  )
}

function useColumns(): ListColumn<DeletedOrder>[] {
  const common = useTexts('common')
  const own = useTexts('manage.columns')
  return useMemo(
    () => [
      { id: 'patient', header: common('label.patient'), cell: (row) => <NameCell row={row} />, isName: true },
      { id: 'clinic', header: common('label.clinic'), cell: (row) => row.clinicName },
      { id: 'lab', header: common('label.lab'), cell: (row) => row.labName },
      { id: 'deleted', header: own('deletedAt'), cell: (row) => <Deleted row={row} /> },
      {
        id: 'restore',
        header: common('label.actions'),
        cell: (row) => <Restore row={row} />,
        align: 'end',
        isHeadSilent: true,
      },
    ],
    [common, own],
  )
}

function NameCell({ row }: { row: DeletedOrder }) {
  return (
    <span className="manage-lines">
      <span className="one-line">{row.patientName}</span>
      <span className="meta figures">{row.number}</span>
    </span>
  )
}

function Deleted({ row }: { row: DeletedOrder }) {
  return (
    <span className="manage-lines">
      <DateText moment={row.deletedAt} />
      <span className="meta one-line">{row.deletedBy}</span>
    </span>
  )
}

function Restore({ row }: { row: DeletedOrder }) {
  const t = useTexts('manage.case')
  const common = useTexts('common')
  const { date } = useFormats()
  const write = useWrite('manage.restoreOrder')
  if (row.restorableUntil === null) return <span className="meta">{t('gone')}</span>
  const restore = async () => {
    if (await write.send({ params: { id: row.id } }))
      showNotice({ level: 'info', text: t('restored', { number: row.number }) })
  }
  return (
    <Button
      variant="default"
      size="xs"
      loading={write.isBusy}
      title={common('label.restorableUntil', { day: date(row.restorableUntil) })}
      aria-label={`${common('do.restore')}: ${row.number}`}
      onClick={() => void restore()}
    >
      {common('do.restore')}
    </Button>
  )
}

function PhoneRow({ row }: { row: DeletedOrder }) {
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line manage-name">{row.patientName}</span>
          <DateText moment={row.deletedAt} />
        </div>
        <div className="phone-line meta">
          <span className="figures">{row.number}</span>
          <span className="one-line">{row.clinicName}</span>
        </div>
      </div>
      <Restore row={row} />
    </>
  )
}
