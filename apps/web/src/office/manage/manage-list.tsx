import { manageSorts, type OrganizationState, type UserState } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { choice, picked } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { StateText } from '../../ui/StateText.tsx'

/**
 * Shows the rows of one organization. The chip is visible while one is chosen: a link from the organization's page sets it,
 * because a menu of all organizations would be too long.
 */
export const organizationFilter = picked('organization', 'common.label.organization', (id) => {
  const input = { params: { id: id ?? '' } }
  const { data } = useRead('manage.getOrganization', input, { isEnabled: id !== undefined })
  return id === undefined ? undefined : [{ value: id, label: data?.name ?? '…' }]
})

/** The order of organizations and users. */
export const sortFilter = {
  ...choice('sort', manageSorts, 'common.label.sortBy', 'manage.sort.'),
  isOrder: true,
} as const

/** The menu, name and empty state of the lists of organizations and users. */
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
