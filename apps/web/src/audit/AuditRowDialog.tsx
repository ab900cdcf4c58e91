import type { AuditRow } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { InfoDialog } from '../ui/Dialog.tsx'
import { MomentText } from '../ui/formats.tsx'
import { Facts } from '../ui/Page.tsx'
import type { AuditSearch } from './audit-search.ts'
import { useAuditWords, valueText } from './audit-words.ts'

type Narrow = (change: Pick<AuditSearch, 'object' | 'account' | 'organization' | 'request'>) => void

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const widthPx = 640

/** A row of the log whole: what was before and after, and the ways to all rows about the same. */
export function AuditRowDialog(props: {
  row: AuditRow
  isWhole: boolean
  onSearch: Narrow
  onClose: () => void
}) {
  const { row } = props
  const words = useAuditWords()
  return (
    <InfoDialog isOpen onClose={props.onClose} title={words.action(row.action)} widthPx={widthPx}>
      <div className="audit-row">
        <RowFacts {...props} />
        <Change row={row} />
        <OtherFacts row={row} />
      </div>
    </InfoDialog>
  )
}

function RowFacts({ row, isWhole, onSearch }: { row: AuditRow; isWhole: boolean; onSearch: Narrow }) {
  const t = useTexts('audit')
  const words = useAuditWords()
  const { by, organization, objectId, requestId } = row
  return (
    <Facts
      facts={[
        [t('column.at'), <MomentText key="at" moment={row.at} />],
        [
          t('column.by'),
          <Way
            key="by"
            text={words.who(row)}
            label={t('onlyPerson')}
            onGo={by && (() => onSearch({ account: by.id }))}
          />,
        ],
        [
          t('column.organization'),
          organization && (
            <Way
              key="organization"
              text={organization.name ?? organization.id}
              label={t('onlyThis')}
              onGo={isWhole ? () => onSearch({ organization: organization.id }) : null}
            />
          ),
        ],
        [
          t('column.object'),
          objectId !== '' && (
            <Way
              key="object"
              text={`${words.object(row.objectType)} ${objectId}`}
              label={t('onlyThis')}
              onGo={uuid.test(objectId) ? () => onSearch({ object: objectId }) : null}
            />
          ),
        ],
        [t('column.orders'), row.orders > 0 && <Cases key="orders" row={row} onSearch={onSearch} />],
        [t('column.subjects'), row.subjects.map(({ id, name }) => name ?? id).join(', ')],
        [t('column.address'), row.address],
        [
          t('column.request'),
          requestId && (
            <Way
              key="request"
              text={requestId}
              label={t('onlyThis')}
              onGo={uuid.test(requestId) ? () => onSearch({ request: requestId }) : null}
            />
          ),
        ],
        [t('column.id'), row.id],
      ].map(([name, value]) => [name as string, (value || null) as ReactNode] as const)}
    />
  )
}

/** A value, and the way to all rows about it. */
function Way(props: { text: string; label: string; onGo: (() => void) | null }) {
  return (
    <span className="audit-way">
      <span className="audit-text">{props.text}</span>
      {props.onGo && (
        <button type="button" className="text-button" onClick={props.onGo}>
          {props.label}
        </button>
      )}
    </span>
  )
}

function Cases({ row, onSearch }: { row: AuditRow; onSearch: Narrow }) {
  const t = useTexts('audit')
  const [only] = row.orderIds
  if (row.orders > 1 || only === undefined) return t('cases', { count: row.orders })
  return (
    <span className="audit-way">
      <Link to="/order/detail/$id" {...({ params: { id: only } } as object)} className="text-link">
        {t('openCase')}
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
    <table className="audit-change" aria-label={t('change')}>
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
  const facts = Object.entries(row.facts)
  if (facts.length === 0) return null
  const text = JSON.stringify(row.facts, null, 2)
  return (
    <section className="audit-facts" aria-label={t('facts')}>
      <header>
        <h3>{t('facts')}</h3>
        <CopyButton value={text} label={t('facts')} />
      </header>
      <Facts
        facts={facts.map(([name, value]) => [
          name,
          <span key={name} className="audit-text">
            {valueText(value, t('none'))}
          </span>,
        ])}
      />
    </section>
  )
}
