import type { PushSetting } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { type Column, type List, wideEnd } from '../../ui/list.ts'
import { date, number } from '../../ui/list-cells.tsx'
import { searchFilter } from '../../ui/list-filters.tsx'
import { StateText } from '../../ui/StateText.tsx'
import { deletedFilter, KindCell, NameCell, SettingState } from '../settings/SettingTable.tsx'
import type { PressPush } from '../settings/use-setting-actions.tsx'

type Props = { row: PushSetting }
type PushList = List<'pushSettings.list', PressPush>

/**
 * Returns the parts that the lists of the platform's and of an organization's push settings share.
 * @param columns columns between the kind and the state
 */
export const pushList = (columns: Readonly<Record<string, Column<PushSetting, PressPush>>> = {}) =>
  ({
    call: 'pushSettings.list',
    filters: { words: searchFilter('transfers.push.search'), isDeleted: deletedFilter },
    columns: {
      name: { header: 'common.label.name', cell: NameCell, isName: true },
      kind: { header: 'transfers.kind.label', cell: Kind, minWidthEm: 72 },
      ...columns,
      state: { header: 'common.label.status', cell: PushState },
      waiting: { header: 'transfers.state.waiting', cell: number((row) => row.waiting), ...wideEnd },
      failed: { header: 'transfers.state.failed', cell: number((row) => row.failed), align: 'end' },
      delivered: {
        header: 'transfers.push.column.delivered',
        cell: date((row) => row.lastDeliveredAt),
        ...wideEnd,
      },
    },
    rowName: 'name',
    none: { title: 'transfers.none', all: 'common.do.showAll' },
    empty: { drawing: 'letter', title: 'transfers.push.empty.title', text: 'transfers.push.empty.text' },
  }) as const satisfies Partial<PushList>

/** Kind of transfer and format of a push setting. */
function Kind({ row }: Props) {
  const t = useTexts('transfers.format')
  return <KindCell setting={row} below={t(row.format)} />
}

/** The state of a push setting, as coloured text. */
export function PushState({ row: { deletedAt, switchedOffBecause, isEnabled } }: Props) {
  const t = useTexts('transfers.push')
  if (deletedAt !== null) return <SettingState state="deleted" />
  if (switchedOffBecause === 'platform') return <StateText text={t('stopped')} tone="danger" />
  if (switchedOffBecause !== null) return <SettingState state="gone" />
  return <SettingState state={isEnabled ? 'on' : 'off'} />
}
