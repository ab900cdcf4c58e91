import { type AuditRow, auditObjectOf } from '@pontic/contract'
import { clsx } from 'clsx'
import { useTexts } from '../../frame/i18n.tsx'
import dataTableCss from '../../ui/DataTable.module.css'
import { MomentText } from '../../ui/formats.tsx'
import { IconShieldHalf } from '../../ui/icons.ts'
import type { CellProps, List } from '../../ui/list.ts'
import { moment } from '../../ui/list-cells.tsx'
import css from './Audit.module.css'
import { auditFilters } from './AuditBar.tsx'
import { useAuditWords } from './audit-words.ts'

type Open = (row: AuditRow) => void
type Props = { row: AuditRow }

/** Returns the list of the audit log, newest rows first. @param isPlatformLog true for the platform's log */
export const auditListOf = (isPlatformLog: boolean): List<'audit.list', Open> => ({
  call: 'audit.list',
  sends: 'filter',
  name: isPlatformLog ? 'audit' : 'own-audit',
  label: 'audit.list',
  filters: auditFilters(isPlatformLog),
  columns: {
    at: { header: 'audit.column.at', cell: moment((row) => row.at), widthPx: 190 },
    action: { header: 'audit.column.action', cell: Sentence, isName: true },
    organization: { header: 'common.label.organization', cell: Organization },
    by: { header: 'audit.column.by', cell: Who, startsHidden: true },
    object: { header: 'audit.column.object', cell: ObjectText, startsHidden: true },
    ...(isPlatformLog ? { subjects: { header: 'audit.column.subjects', cell: Subjects } } : {}),
    address: { header: 'audit.column.address', cell: Address, minWidthEm: 72 },
    id: {
      header: 'common.label.number',
      cell: ({ row }) => <span className="figures">{row.id}</span>,
      align: 'end',
      startsHidden: true,
    },
  },
  rowName: () => {
    const words = useAuditWords()
    return words.sentence
  },
  phone: PhoneRow,
  none: { title: 'audit.empty.title', text: 'audit.empty.text', all: 'audit.empty.all' },
  hasTotal: false,
})

function Sentence({ row }: Props) {
  const words = useAuditWords()
  return (
    <span className={css.auditSentence} title={row.action}>
      {words.sentence(row)}
    </span>
  )
}

function Who({ row }: Props) {
  const words = useAuditWords()
  return <span className="one-line">{words.who(row)}</span>
}

/** The organization of a row's actor. An icon marks staff of the platform. */
function Organization({ row }: Props) {
  const t = useTexts('audit')
  return (
    <span className={clsx(css.auditWho, 'one-line')}>
      {row.organization?.name}
      {row.isPlatform && (
        <span className={css.auditStaff} title={t('platformStaff')}>
          <IconShieldHalf size={16} />
          <span className="only-read">{t('platformStaff')}</span>
        </span>
      )}
    </span>
  )
}

function ObjectText({ row }: Props) {
  const count = useTexts('common.count')
  const words = useAuditWords()
  if (row.objectId === '' && row.orders > 0) return <span>{count('cases', { count: row.orders })}</span>
  return (
    <span className={dataTableCss.cellLines}>
      <span className="one-line">{words.object(row.objectType)}</span>
      <span className={clsx(css.auditNumber, 'meta one-line')} title={row.objectId}>
        {auditObjectOf(row)}
      </span>
    </span>
  )
}

function Subjects({ row }: Props) {
  const names = row.subjects.map(({ id, name }) => name ?? id.slice(0, 8)).join(', ')
  return (
    <span className={clsx(css.auditSubjects, 'one-line')} title={names}>
      {names}
    </span>
  )
}

function Address({ row }: Props) {
  return (
    <span className={css.auditNumber} title={row.address}>
      {row.address}
    </span>
  )
}

function PhoneRow({ row, press }: CellProps<AuditRow, Open>) {
  const words = useAuditWords()
  return (
    <button type="button" className={css.auditPhone} onClick={() => press(row)}>
      <span className={css.auditSentence}>{words.sentence(row)}</span>
      <span className="phone-line meta">
        <span className="one-line">{row.organization?.name}</span>
        <span className={css.auditAt}>
          <MomentText moment={row.at} />
        </span>
      </span>
    </button>
  )
}
