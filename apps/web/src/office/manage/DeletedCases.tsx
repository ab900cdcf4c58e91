import { Button } from '@mantine/core'
import { type DeletedOrder, limits } from '@pontic/contract'
import { clsx } from 'clsx'
import { useWrite } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import css from '../../ui/DataTable.module.css'
import { DateText } from '../../ui/formats.tsx'
import type { List } from '../../ui/list.ts'
import { Lines, lines } from '../../ui/list-cells.tsx'
import { words } from '../../ui/list-filters.tsx'

type Props = { row: DeletedOrder }

/** Cases that the platform has deleted; for 30 days they can be restored. */
export const deletedList: List<'manage.listDeletedOrders'> = {
  call: 'manage.listDeletedOrders',
  name: 'manage.deleted',
  label: 'manage.case.deleted',
  filters: { words: words('orders.search') },
  columns: {
    patient: {
      header: 'common.label.patient',
      cell: lines(
        (row) => row.patientName,
        (row) => row.number,
      ),
      isName: true,
    },
    clinic: { header: 'common.label.clinic', cell: 'clinicName' },
    lab: { header: 'common.label.lab', cell: 'labName' },
    deleted: {
      header: 'manage.columns.deletedAt',
      cell: ({ row }) => <Lines top={<DateText moment={row.deletedAt} />} below={row.deletedBy} />,
    },
    restore: { header: 'common.label.actions', cell: Restore, align: 'end', isHeadSilent: true },
  },
  rowName: 'number',
  phone: PhoneRow,
  empty: {
    drawing: 'cases',
    title: 'manage.case.empty.title',
    text: 'manage.case.empty.text',
    values: { days: limits.orderDiscardDays },
  },
  skeletonRows: 5,
}

function Restore({ row }: Props) {
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

function PhoneRow({ row }: Props) {
  return (
    <>
      <div className={css.phoneLines}>
        <div className="phone-line">
          <span className={clsx(css.phoneName, 'one-line')}>{row.patientName}</span>
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
