import type { AuditRow } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { Facts } from '../../ui/Page.tsx'
import css from './Audit.module.css'
import { useAuditWords, valueText } from './audit-words.ts'

type Narrow = (change: Partial<Record<'object' | 'account' | 'organization' | 'request', string>>) => void

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const widthPx = 640

/** A row of the log whole: what was before and after, and the ways to all rows about the same. */
export function AuditRowDialog(props: RowProps & { onClose: () => void }) {
  const { row } = props
  const words = useAuditWords()
  return (
    <InfoDialog isOpen onClose={props.onClose} title={words.action(row.action)} widthPx={widthPx}>
      <div className={css.auditRow}>
        <RowFacts {...props} />
        <Change row={row} />
        <OtherFacts row={row} />
      </div>
    </InfoDialog>
  )
}

type RowProps = { row: AuditRow; isWhole: boolean; onSearch: Narrow }

function RowFacts(props: RowProps) {
  const t = useTexts('audit.column')
  const common = useTexts('common')
  const { row } = props
  const facts: (readonly [string, ReactNode])[] = [
    [t('at'), <MomentText key="at" moment={row.at} />],
    [t('by'), <WhoWay key="by" {...props} />],
    [common('label.organization'), <OrganizationWay key="organization" {...props} />],
    [t('object'), row.objectId === '' ? null : <ObjectWay key="object" {...props} />],
    [common('label.cases'), row.orders === 0 ? null : <Cases key="orders" {...props} />],
    [t('subjects'), row.subjects.map(({ id, name }) => name ?? id).join(', ')],
    [t('address'), row.address],
    [t('request'), row.requestId === '' ? null : <RequestWay key="request" {...props} />],
    [common('label.number'), row.id],
  ]
  return <Facts facts={facts.filter(([name]) => name !== common('label.organization') || row.organization)} />
}

function WhoWay({ row, onSearch }: RowProps) {
  const t = useTexts('audit')
  const words = useAuditWords()
  const { by } = row
  const onGo = by ? () => onSearch({ account: by.id }) : null
  return <Way text={words.who(row)} label={t('onlyPerson')} onGo={onGo} />
}

function OrganizationWay({ row, isWhole, onSearch }: RowProps) {
  const t = useTexts('audit')
  const { organization } = row
  if (!organization) return null
  const onGo = isWhole ? () => onSearch({ organization: organization.id }) : null
  return <Way text={organization.name ?? organization.id} label={t('onlyThis')} onGo={onGo} />
}

function ObjectWay({ row, onSearch }: RowProps) {
  const t = useTexts('audit')
  const words = useAuditWords()
  const { objectId, objectType } = row
  const onGo = uuid.test(objectId) ? () => onSearch({ object: objectId }) : null
  return <Way text={`${words.object(objectType)} ${objectId}`} label={t('onlyThis')} onGo={onGo} />
}

function RequestWay({ row: { requestId }, onSearch }: RowProps) {
  const t = useTexts('audit')
  const onGo = uuid.test(requestId) ? () => onSearch({ request: requestId }) : null
  return <Way text={requestId} label={t('onlyThis')} onGo={onGo} />
}

/** A value, and the way to all rows about it. */
function Way(props: { text: string; label: string; onGo: (() => void) | null }) {
  return (
    <span className={css.auditWay}>
      <span className={css.auditText}>{props.text}</span>
      {props.onGo && (
        <button type="button" className="text-button" onClick={props.onGo}>
          {props.label}
        </button>
      )}
    </span>
  )
}

function Cases({ row, onSearch }: RowProps) {
  const t = useTexts('audit')
  const common = useTexts('common')
  const [only] = row.orderIds
  if (row.orders > 1 || only === undefined) return common('count.cases', { count: row.orders })
  return (
    <span className={css.auditWay}>
      <Link to="/order/detail/$id" {...({ params: { id: only } } as object)} className="text-link">
        {common('do.openCase')}
      </Link>
      {only !== row.objectId && (
        <button type="button" className="text-button" onClick={() => onSearch({ object: only })}>
          {t('onlyThis')}
        </button>
      )}
    </span>
  )
}

/** What differs, field by field. */
function Change({ row }: { row: AuditRow }) {
  const t = useTexts('audit')
  const { before, after, withheld } = row
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (fields.length + withheld.length === 0) return null
  return (
    <table className={css.auditChange} aria-label={t('change')}>
      <thead>
        <tr>
          <th>{t('field')}</th>
          <th>{t('column.before')}</th>
          <th>{t('column.after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{valueText(before?.[field], t('none'))}</td>
            <td>{valueText(after?.[field], t('none'))}</td>
          </tr>
        ))}
        {withheld.map((field) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td colSpan={2} className="meta">
              {t('withheld')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OtherFacts({ row }: { row: AuditRow }) {
  const t = useTexts('audit')
  const common = useTexts('common')
  const facts = Object.entries(row.facts)
  if (facts.length === 0) return null
  const text = JSON.stringify(row.facts, null, 2)
  return (
    <section className={css.auditFacts} aria-label={common('label.details')}>
      <header>
        <h3>{common('label.details')}</h3>
        <CopyButton value={text} label={common('label.details')} />
      </header>
      <Facts
        facts={facts.map(([name, value]) => [
          name,
          <span key={name} className={css.auditText}>
            {valueText(value, t('none'))}
          </span>,
        ])}
      />
    </section>
  )
}
