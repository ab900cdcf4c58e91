import { manageSorts, type OrganizationState, type UserState } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { choiceFilter, optionFilter } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { StateText } from '../../ui/StateText.tsx'

/**
 * Filter by organization. A link on the organization's page sets it. Its chip can only remove the filter, because a menu of
 * all organizations would be too long.
 */
export const organizationFilter = optionFilter('organization', 'common.label.organization', (id) => {
  const input = { params: { id: id ?? '' } }
  const { data } = useRead('manage.getOrganization', input, { isEnabled: id !== undefined })
  return id === undefined ? undefined : [{ value: id, label: data?.name ?? '…' }]
})

/** Filter that sorts organizations or users. */
export const sortFilter = {
  ...choiceFilter('sort', manageSorts, 'common.label.sortBy', 'manage.sort.'),
  isOrder: true,
} as const

/** Properties that the lists of organizations and users share. */
export const manageList = {
  rowName: 'name',
  useMenu: <Row,>(row: Row, entriesOf: (row: Row) => MenuEntry[]) => entriesOf(row),
  none: { title: 'manage.none', all: 'common.do.showAll' },
} as const

/** The cell with the state of an organization or a user. */
export function StateCell({ row: { state } }: { row: { state: OrganizationState | UserState } }) {
  const t = useTexts('common.state')
  const isOut = state === 'banned' || state === 'disabled' || state === 'deleted'
  return <StateText text={t(state)} tone={isOut ? 'danger' : state === 'active' ? undefined : 'warning'} />
}
