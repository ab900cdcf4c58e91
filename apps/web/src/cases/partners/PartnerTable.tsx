import { useMediaQuery } from '@mantine/hooks'
import type { Partner } from '@pontic/contract'
import { type ReactNode, useMemo } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { DataTable, type ListColumn } from '../../ui/DataTable.tsx'
import { DateText } from '../../ui/formats.tsx'
import { PartnerButtons, type PressPartner } from './PartnerButtons.tsx'
import { PartnerName, PartnerPicture, PartnerType, ProfileLink } from './PartnerName.tsx'
import { RelationBadge } from './Relation.tsx'

/** What a list of organizations is about; each shows the columns that matter to it. */
export type PartnerList = 'results' | 'applications' | 'list'

type Column = 'name' | 'type' | 'address' | 'relation' | 'openOrders' | 'since' | 'applied' | 'action'

const columnsOf: Readonly<Record<PartnerList, readonly Column[]>> = {
  results: ['name', 'type', 'address', 'relation', 'action'],
  applications: ['name', 'type', 'address', 'applied', 'action'],
  // Ending a partnership is rare: its button shows on hover and focus, at the row's end.
  list: ['name', 'address', 'openOrders', 'since'],
}

const headings = {
  name: 'common.label.organization',
  type: 'common.label.type',
  address: 'common.label.address',
  relation: 'partners.column.relation',
  openOrders: 'partners.column.openOrders',
  since: 'partners.column.since',
  applied: 'partners.column.applied',
  action: 'common.label.actions',
} as const satisfies Record<Column, string>

/** Organizations in rows with the actions that fit; two lines and the actions on a phone. */
export function PartnerTable(props: {
  kind: PartnerList
  label: string
  rows: readonly Partner[] | undefined
  isStale?: boolean
  empty: ReactNode
  onPress: PressPartner
}) {
  const columns = useColumns(props.kind, props.onPress)
  return (
    <DataTable
      label={props.label}
      name={`partners.${props.kind}`}
      columns={columns}
      rows={props.rows}
      rowId={(partner) => partner.organizationId}
      rowName={(partner) => partner.name}
      {...(props.kind === 'list' && {
        rowActions: (partner: Partner) => <PartnerButtons partner={partner} onPress={props.onPress} />,
      })}
      phoneRow={(partner) => <PhonePartner partner={partner} kind={props.kind} onPress={props.onPress} />}
      isStale={props.isStale ?? false}
      skeletonRows={5}
      empty={props.empty}
    />
  )
}

// The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
function useColumns(kind: PartnerList, onPress: PressPartner): ListColumn<Partner>[] {
  const t = useTexts()
  const { number } = useFormats()
  // Where the columns would push the actions out of sight, type and address go under the name.
  const isNarrow = useMediaQuery('(max-width: 80em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const cells = cellsOf({ kind, isNarrow, onPress, number })
    const shown = columnsOf[kind].filter((id) => !isNarrow || (id !== 'type' && id !== 'address'))
    return shown.map((id) => ({ id, header: t(headings[id]), ...cells[id] }))
  }, [kind, isNarrow, onPress, number, t])
}

type Cells = Readonly<Record<Column, Omit<ListColumn<Partner>, 'id' | 'header'>>>

function cellsOf(options: {
  kind: PartnerList
  isNarrow: boolean
  onPress: PressPartner
  number: (value: number) => string
}): Cells {
  const { kind, isNarrow, onPress, number } = options
  return {
    name: { cell: (partner) => <NameCell partner={partner} kind={kind} isNarrow={isNarrow} />, isName: true },
    type: { cell: (partner) => <PartnerType partner={partner} /> },
    address: { cell: (partner) => <span title={partner.address}>{partner.address}</span> },
    relation: { cell: (partner) => <RelationBadge relation={partner.relation} /> },
    openOrders: { cell: (partner) => number(partner.openOrders), align: 'end' },
    since: { cell: (partner) => <DateText moment={partner.since} />, align: 'end' },
    applied: { cell: (partner) => <DateText moment={partner.since} /> },
    action: {
      cell: (partner) => <PartnerButtons partner={partner} onPress={onPress} />,
      align: 'end',
      isHeadSilent: true,
    },
  }
}

/** The name, and under it what the other side wrote with its application. */
function NameCell(props: { partner: Partner; kind: PartnerList; isNarrow: boolean }) {
  const { partner, kind, isNarrow } = props
  return (
    <>
      <PartnerName partner={partner}>
        {isNarrow && (
          <span className="meta one-line partner-place">
            <PartnerPlace partner={partner} />
          </span>
        )}
      </PartnerName>
      {kind === 'applications' && <PartnerMessage partner={partner} />}
    </>
  )
}

function PartnerMessage({ partner }: { partner: Partner }) {
  const t = useTexts('partners')
  if (!partner.message) return null
  return (
    <blockquote className="partner-message">
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

function PhonePartner(props: { partner: Partner; kind: PartnerList; onPress: PressPartner }) {
  const t = useTexts('partners')
  const { partner, kind } = props
  return (
    <>
      <PartnerPicture partner={partner} />
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line phone-partner">
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
        <PartnerButtons partner={partner} onPress={props.onPress} />
      </div>
    </>
  )
}
