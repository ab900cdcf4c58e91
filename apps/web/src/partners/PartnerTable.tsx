import type { Partner } from '@pontic/contract'
import type { ReactNode } from 'react'
import { useFormats, useTexts } from '../i18n.tsx'
import { DataTable, type ListColumn } from '../ui/DataTable.tsx'
import { DateText } from '../ui/formats.tsx'
import { PartnerButtons, type PressPartner } from './PartnerButtons.tsx'
import { PartnerName, PartnerPicture, PartnerType } from './PartnerName.tsx'
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

function useColumns(kind: PartnerList, onPress: PressPartner): ListColumn<Partner>[] {
  const t = useTexts('partners.column')
  const { number } = useFormats()
  const cells: Record<Column, Omit<ListColumn<Partner>, 'id' | 'header'>> = {
    name: { cell: (partner) => <NameCell partner={partner} kind={kind} />, isName: true },
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
  return columnsOf[kind].map((id) => ({ id, header: t(id), ...cells[id] }))
}

/** The name, and under it what the other side wrote with its application. */
function NameCell({ partner, kind }: { partner: Partner; kind: PartnerList }) {
  return (
    <>
      <PartnerName partner={partner} />
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

function PhonePartner(props: { partner: Partner; kind: PartnerList; onPress: PressPartner }) {
  const t = useTexts('partners')
  const { partner, kind } = props
  return (
    <>
      <PartnerPicture partner={partner} />
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line phone-partner">{partner.name}</span>
          {kind !== 'list' && <RelationBadge relation={partner.relation} />}
        </div>
        <div className="phone-line meta">
          <span className="one-line">
            <PartnerType partner={partner} />
            {partner.address && <> · {partner.address}</>}
          </span>
        </div>
        {kind === 'list' && <span className="meta">{t('openOrders', { count: partner.openOrders })}</span>}
        {kind === 'applications' && <PartnerMessage partner={partner} />}
        <PartnerButtons partner={partner} onPress={props.onPress} />
      </div>
    </>
  )
}
