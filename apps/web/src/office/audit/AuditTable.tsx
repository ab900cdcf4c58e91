import { useMediaQuery } from '@mantine/hooks'
import type { AuditRow } from '@pontic/contract'
import { IconShieldHalf } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { DataTable, type ListColumn } from '../../ui/DataTable.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { useAuditWords } from './audit-words.ts'

type Props = {
  rows: readonly AuditRow[] | undefined
  isStale: boolean
  isWhole: boolean
  onOpen: (row: AuditRow) => void
  empty: ReactNode
}

/** Rows of the log: when, what, who, on what, whose and from where; two lines on a phone. */
export function AuditTable({ rows, isStale, isWhole, onOpen, empty }: Props) {
  const t = useTexts('audit')
  const words = useAuditWords()
  const columns = useColumns(isWhole)
  return (
    <DataTable
      label={t('list')}
      name={isWhole ? 'audit' : 'own-audit'}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      rowName={(row) => words.action(row.action)}
      onOpen={onOpen}
      phoneRow={(row) => <PhoneRow row={row} onOpen={onOpen} />}
      isStale={isStale}
      empty={empty}
    />
  )
}

function useColumns(isWhole: boolean): ListColumn<AuditRow>[] {
  const t = useTexts('audit.column')
  const common = useTexts('common')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<AuditRow> & { isWide?: boolean })[] = [
      { id: 'at', header: t('at'), cell: (row) => <MomentText moment={row.at} />, widthPx: 190 },
      { id: 'action', header: t('action'), cell: (row) => <ActionText row={row} />, isName: true },
      { id: 'by', header: t('by'), cell: (row) => <Who row={row} /> },
      { id: 'object', header: t('object'), cell: (row) => <ObjectText row={row} />, isWide: true },
      ...(isWhole
        ? [{ id: 'subjects', header: t('subjects'), cell: (row: AuditRow) => <Subjects row={row} /> }]
        : []),
      { id: 'address', header: t('address'), cell: (row) => <Address row={row} />, isWide: true },
      {
        id: 'id',
        header: common('label.number'),
        cell: (row) => <span className="figures">{row.id}</span>,
        align: 'end',
        startsHidden: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, common, isNarrow, isWhole])
}

function ActionText({ row }: { row: AuditRow }) {
  const words = useAuditWords()
  return (
    <span className="one-line" title={row.action}>
      {words.action(row.action)}
    </span>
  )
}

/** Who did it, the platform's staff by a sign of their own. */
function Who({ row }: { row: AuditRow }) {
  const t = useTexts('audit')
  const words = useAuditWords()
  const name = words.who(row)
  return (
    <span className="audit-lines">
      <span className="one-line audit-who">
        {name}
        {row.isPlatform && (
          <span className="audit-staff" title={t('platformStaff')}>
            <IconShieldHalf size={16} stroke={1.75} aria-hidden="true" />
            {row.by && <span className="only-read">{t('platformStaff')}</span>}
          </span>
        )}
      </span>
      <span className="meta one-line">{row.organization?.name}</span>
    </span>
  )
}

function ObjectText({ row }: { row: AuditRow }) {
  const common = useTexts('common')
  const words = useAuditWords()
  if (row.objectId === '' && row.orders > 0)
    return <span>{common('count.cases', { count: row.orders })}</span>
  return (
    <span className="audit-lines">
      <span className="one-line">{words.object(row.objectType)}</span>
      <span className="meta one-line audit-number" title={row.objectId}>
        {row.objectId.slice(-12)}
      </span>
    </span>
  )
}

function Subjects({ row }: { row: AuditRow }) {
  const names = row.subjects.map(({ id, name }) => name ?? id.slice(0, 8)).join(', ')
  return (
    <span className="one-line audit-subjects" title={names}>
      {names}
    </span>
  )
}

const Address = ({ row }: { row: AuditRow }) => (
  <span className="audit-number" title={row.address}>
    {row.address}
  </span>
)

function PhoneRow({ row, onOpen }: { row: AuditRow; onOpen: (row: AuditRow) => void }) {
  const words = useAuditWords()
  return (
    <button type="button" className="audit-phone" onClick={() => onOpen(row)}>
      <span className="phone-line">
        <span className="one-line audit-action-name">{words.action(row.action)}</span>
        <span className="meta">
          <MomentText moment={row.at} />
        </span>
      </span>
      <span className="phone-line meta">
        <span className="one-line">{words.who(row)}</span>
        <span className="one-line">{row.organization?.name}</span>
      </span>
    </button>
  )
}
