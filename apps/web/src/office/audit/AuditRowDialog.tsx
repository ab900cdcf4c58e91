import { Group, Stack, Title } from '@mantine/core'
import type { AuditRow } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { Facts } from '../../ui/Page.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import css from './Audit.module.css'
import { useAuditWords, valueText } from './audit-words.ts'

/** A row of the log. `onSearch` shows the rows with the same object, account, organization or request. */
export type RowSubject = {
  readonly row: AuditRow
  readonly isPlatformLog: boolean
  readonly onSearch: (
    search: Partial<Record<'object' | 'account' | 'organization' | 'request', string>>,
  ) => void
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Dialog with all fields of a row of the log, and with buttons that show the other rows with the same value. */
export function AuditRowDialog({ subject, isOpen, onClose }: DialogProps<RowSubject, 'row'>) {
  const words = useAuditWords()
  if (!subject) return null
  const { row } = subject
  const onSearch: RowSubject['onSearch'] = (search) => {
    onClose()
    subject.onSearch(search)
  }
  return (
    <InfoDialog isOpen={isOpen} onClose={onClose} title={words.sentence(row)} widthPx={640}>
      <Stack gap={16}>
        <RowFacts {...subject} onSearch={onSearch} />
        <Change row={row} />
        <OtherFacts row={row} />
      </Stack>
    </InfoDialog>
  )
}

function RowFacts(props: RowSubject) {
  const t = useTexts('audit')
  const common = useTexts('common.label')
  const words = useAuditWords()
  const { row, isPlatformLog, onSearch } = props
  const { by, organization, objectId, objectName, requestId } = row
  const facts: (readonly [string, ReactNode])[] = [
    [t('column.at'), <MomentText key="at" moment={row.at} />],
    [t('column.action'), words.action(row.action)],
    [
      t('column.by'),
      <Findable
        key="by"
        text={words.who(row)}
        label={t('onlyPerson')}
        onFind={by && (() => onSearch({ account: by.id }))}
      />,
    ],
    [
      common('organization'),
      organization && (
        <Findable
          key="organization"
          text={organization.name ?? organization.id}
          onFind={isPlatformLog && (() => onSearch({ organization: organization.id }))}
        />
      ),
    ],
    [
      t('column.object'),
      objectId && (
        <Findable
          key="object"
          text={[words.object(row.objectType), objectName, objectId].filter(Boolean).join(' · ')}
          onFind={uuid.test(objectId) && (() => onSearch({ object: objectId }))}
        />
      ),
    ],
    [common('cases'), row.orders > 0 && <Cases key="orders" {...props} />],
    [t('column.subjects'), row.subjects.map(({ id, name }) => name ?? id).join(', ')],
    [t('column.address'), row.address],
    [
      t('column.request'),
      requestId && (
        <Findable
          key="request"
          text={requestId}
          onFind={uuid.test(requestId) && (() => onSearch({ request: requestId }))}
        />
      ),
    ],
    [common('number'), row.id],
  ]
  return <Facts facts={facts.map(([name, value]) => [name, value || null])} />
}

/** A value with a button that shows the other rows with this value. */
function Findable(props: { text: string; label?: string; onFind: (() => void) | false | null }) {
  const t = useTexts('audit')
  return (
    <Group component="span" align="baseline" gap="2px 12px">
      <span className={css.auditText}>{props.text}</span>
      {props.onFind && (
        <button type="button" className="text-button" onClick={props.onFind}>
          {props.label ?? t('onlyThis')}
        </button>
      )}
    </Group>
  )
}

function Cases({ row, onSearch }: RowSubject) {
  const t = useTexts()
  const [only] = row.orderIds
  if (row.orders > 1 || only === undefined) return t('common.count.cases', { count: row.orders })
  return (
    <Group component="span" align="baseline" gap="2px 12px">
      <Link to="/order/detail/$id" params={{ id: only }} className="text-link">
        {t('common.do.openCase')}
      </Link>
      {only !== row.objectId && (
        <button type="button" className="text-button" onClick={() => onSearch({ object: only })}>
          {t('audit.onlyThis')}
        </button>
      )}
    </Group>
  )
}

/** Table of the changed fields with their values before and after. */
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
  const label = useTexts('common.label')('details')
  const facts = Object.entries(row.facts)
  if (facts.length === 0) return null
  return (
    <section aria-label={label}>
      <Group component="header" justify="space-between">
        <Title order={3} fw={500}>
          {label}
        </Title>
        <CopyButton value={JSON.stringify(row.facts, null, 2)} label={label} />
      </Group>
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
