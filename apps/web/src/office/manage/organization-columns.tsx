import { useMediaQuery } from '@mantine/hooks'
import type { ManagedOrganization } from '@pontic/contract'
import { useMemo } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { DateText, NumberText } from '../../ui/formats.tsx'
import type { MenuEntry } from '../../ui/MenuButton.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { StateText } from './StateText.tsx'

// The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
/** The columns of the list of organizations. @param entriesOf the entries of a row's menu, the same function each time */
export function useOrganizationColumns(
  entriesOf: (row: ManagedOrganization) => MenuEntry[],
): ListColumn<ManagedOrganization>[] {
  const common = useTexts('common')
  const screens = useTexts('screens')
  const types = useTexts('orgTypes')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<ManagedOrganization> & { isWide?: boolean })[] = [
      { id: 'name', header: common('label.name'), cell: (row) => <NameCell row={row} />, isName: true },
      { id: 'type', header: common('label.type'), cell: (row) => types(`${row.businessType}`) },
      { id: 'state', header: common('label.status'), cell: (row) => <StateText state={row.state} /> },
      {
        id: 'users',
        header: screens('manageUsers'),
        cell: (row) => <NumberText value={row.users} />,
        align: 'end',
      },
      {
        id: 'orders',
        header: common('label.cases'),
        cell: (row) => <NumberText value={row.orders} />,
        align: 'end',
      },
      {
        id: 'storage',
        header: common('label.storage'),
        cell: (row) => <Storage row={row} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'registered',
        header: common('label.registeredAt'),
        cell: (row) => <DateText moment={row.registeredAt} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'actions',
        header: common('label.actions'),
        cell: (row) => <Menu row={row} entries={entriesOf(row)} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [common, screens, types, isNarrow, entriesOf])
}

function NameCell({ row }: { row: ManagedOrganization }) {
  return (
    <span className="manage-lines">
      <span className="one-line" title={row.name}>
        {row.name}
      </span>
      <span className="meta one-line">{[row.contactPerson, row.address].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

function Storage({ row }: { row: ManagedOrganization }) {
  const t = useTexts('manage')
  const { size } = useFormats()
  return (
    <span className="figures">
      {t('storageOf', { used: size(row.storageUsedBytes), quota: size(row.storageQuotaBytes) })}
    </span>
  )
}

function Menu({ row, entries }: { row: ManagedOrganization; entries: readonly MenuEntry[] }) {
  const common = useTexts('common')
  return <RowMenu label={common('label.actionsFor', { name: row.name })} actions={entries} />
}

/** An organization in two lines. */
export function PhoneOrganization({
  row,
  entries,
}: {
  row: ManagedOrganization
  entries: readonly MenuEntry[]
}) {
  const types = useTexts('orgTypes')
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line manage-name">{row.name}</span>
          <StateText state={row.state} />
        </div>
        <div className="phone-line meta">
          <span className="one-line">{types(`${row.businessType}`)}</span>
          <Storage row={row} />
        </div>
      </div>
      <Menu row={row} entries={entries} />
    </>
  )
}
