import type { Partner } from '@pontic/contract'
import type { MessageKey } from '@pontic/messages'
import { clsx } from 'clsx'
import { useTexts } from '../../frame/i18n.tsx'
import dataTableCss from '../../ui/DataTable.module.css'
import type { CellProps, Column, List } from '../../ui/list.ts'
import { date, line, number } from '../../ui/list-cells.tsx'
import { searchFilter } from '../../ui/list-filters.tsx'
import { PartnerButtons, type PressPartner } from './PartnerButtons.tsx'
import { PartnerName, PartnerPicture, PartnerType, ProfileLink } from './PartnerName.tsx'
import css from './Partners.module.css'
import { RelationBadge } from './Relation.tsx'

type Props = CellProps<Partner, PressPartner>

const columns = {
  name: { header: 'common.label.organization', cell: NameCell, isName: true },
  // In narrow windows, type and address are under the name, so that the action buttons have room.
  type: { header: 'common.label.type', cell: ({ row }) => <PartnerType partner={row} />, minWidthEm: 80 },
  address: { header: 'common.label.address', cell: line((row) => row.address), minWidthEm: 80 },
  relation: { header: 'partners.column.relation', cell: Relation },
  openOrders: {
    header: 'partners.column.openOrders',
    cell: number((row) => row.openOrders),
    align: 'end',
  },
  since: { header: 'partners.column.since', cell: date((row) => row.since), align: 'end' },
  applied: { header: 'partners.column.applied', cell: date((row) => row.since) },
  action: { header: 'common.label.actions', cell: Buttons, align: 'end', isHeaderHidden: true },
} satisfies Record<string, Column<Partner, PressPartner>>

const shared = { rowId: 'organizationId', rowName: 'name', skeletonRows: 5 } as const

/** The list of partners by name. The button that removes a partner appears on hover and focus. */
export const partnerList: List<'partners.list', PressPartner> = {
  ...shared,
  call: 'partners.list',
  name: 'partners.list',
  label: 'screens.partners',
  filters: { words: searchFilter('partners.searchPartners') },
  columns: {
    name: columns.name,
    address: columns.address,
    openOrders: columns.openOrders,
    since: columns.since,
  },
  Actions: Buttons,
  phone: (props) => <PhonePartner {...props} kind="list" />,
  none: { title: 'partners.noneOfThese', all: 'partners.showAll' },
}

/** Creates the list of pending applications with their messages. @param label the accessible name of the list */
const applicationList = (label: MessageKey): List<'partners.listApplications', PressPartner> => ({
  ...shared,
  call: 'partners.listApplications',
  name: 'partners.applications',
  label,
  filters: {},
  columns: {
    name: { ...columns.name, cell: (props) => <NameCell {...props} hasMessage /> },
    type: columns.type,
    address: columns.address,
    applied: columns.applied,
    action: columns.action,
  },
  phone: (props) => <PhonePartner {...props} kind="applications" />,
})
/** The lists of pending applications: received ones, and those that the organization has made. */
export const applicationLists = {
  received: applicationList('partners.received'),
  made: applicationList('partners.made'),
} as const

/** The list of the organizations that a search has found. */
export const resultList: List<'partners.search', PressPartner> = {
  ...shared,
  call: 'partners.search',
  name: 'partners.results',
  label: 'partners.results',
  filters: { words: null },
  columns: {
    name: columns.name,
    type: columns.type,
    address: columns.address,
    relation: columns.relation,
    action: columns.action,
  },
  phone: (props) => <PhonePartner {...props} kind="results" />,
}

/** The name of an organization. In narrow windows, type and address are below it. The message of a partnership application is always below it. */
function NameCell({ row, without, hasMessage }: Pick<Props, 'row' | 'without'> & { hasMessage?: true }) {
  return (
    <>
      <PartnerName partner={row}>
        {without.includes('address') && (
          <span className={clsx(css.partnerPlace, 'meta one-line')}>
            <PartnerPlace partner={row} />
          </span>
        )}
      </PartnerName>
      {hasMessage && <PartnerMessage partner={row} />}
    </>
  )
}

function Relation({ row }: Pick<Props, 'row'>) {
  return <RelationBadge relation={row.relation} />
}

function Buttons({ row, press }: Pick<Props, 'row' | 'press'>) {
  return <PartnerButtons partner={row} onPress={press} />
}

function PartnerMessage({ partner }: { partner: Partner }) {
  const t = useTexts('partners')
  if (!partner.message) return null
  return (
    <blockquote className={css.partnerMessage}>
      <span className="only-read">{t('message')}: </span>
      {partner.message}
    </blockquote>
  )
}

function PartnerPlace({ partner }: { partner: Partner }) {
  return (
    <>
      <PartnerType partner={partner} />
      {partner.address && <> · {partner.address}</>}
    </>
  )
}

function PhonePartner(props: Props & { kind: 'list' | 'applications' | 'results' }) {
  const t = useTexts('partners')
  const { row: partner, press, kind } = props
  return (
    <>
      <PartnerPicture partner={partner} />
      <div className={dataTableCss.phoneLines}>
        <div className="phone-line">
          <span className={clsx(dataTableCss.phoneName, 'one-line')}>
            <ProfileLink partner={partner} />
          </span>
          {kind !== 'list' && <RelationBadge relation={partner.relation} />}
        </div>
        <div className="phone-line meta">
          <span className="one-line">
            <PartnerPlace partner={partner} />
          </span>
        </div>
        {kind === 'list' && <span className="meta">{t('openOrders', { count: partner.openOrders })}</span>}
        {kind === 'applications' && <PartnerMessage partner={partner} />}
        <PartnerButtons partner={partner} onPress={press} />
      </div>
    </>
  )
}
