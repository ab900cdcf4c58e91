import { businessTypes, type ManagedUser, userRoleOf, userRoles, userStates } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../frame/i18n.tsx'
import { IconShieldLock } from '../../ui/icons.ts'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { type List, toFields, wideEnd } from '../../ui/list.ts'
import { date, Lines, lines, OneLine } from '../../ui/list-cells.tsx'
import { choiceFilter, searchFilter } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { ManageActions } from './ManageActions.tsx'
import { manageList, organizationFilter, StateCell, sortFilter } from './manage-list.tsx'
import { useUserActions } from './user-actions.tsx'

type Props = { row: ManagedUser }

const userList: List<'manage.listUsers', (row: ManagedUser) => MenuEntry[]> = {
  ...manageList,
  call: 'manage.listUsers',
  name: 'manage.users',
  label: 'screens.manageUsers',
  filters: {
    words: searchFilter('common.label.searchPeople'),
    organizationId: organizationFilter,
    businessType: choiceFilter('type', Object.values(businessTypes), 'common.label.type', 'orgTypes.'),
    state: choiceFilter('state', userStates, 'common.label.status', 'common.state.'),
    role: choiceFilter('role', userRoles, 'common.label.role', 'common.role.'),
    sort: sortFilter,
  },
  columns: {
    name: {
      header: 'common.label.name',
      cell: lines(
        ({ name }) => name,
        ({ email }) => email,
      ),
      isName: true,
    },
    organization: { header: 'common.label.organization', cell: OrganizationCell },
    role: { header: 'common.label.role', cell: RoleText, minWidthEm: 72 },
    state: { header: 'common.label.status', cell: State },
    signedIn: { header: 'common.label.lastActive', cell: date((row) => row.lastSignedInAt), ...wideEnd },
  },
  phone: { mark: State, left: 'organizationName', right: RoleText },
}

/** Page with the users of all organizations (requirement 2.route.manage.user). */
export function UsersPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const read = useList(userList)
  const { press, entriesOf, dialog } = useUserActions()
  return (
    <ListScreen
      list={userList}
      read={read}
      press={entriesOf}
      title={t('screens.manageUsers')}
      actions={
        <ManageActions
          query={{ list: 'users', filter: toFields(userList, read.search) }}
          create={t('manage.user.create.title')}
          onCreate={() => press('create')}
        />
      }
      onOpen={({ id }) => void navigate({ to: '/manage/user/$id', params: { id } })}
      dialog={dialog}
    />
  )
}

function OrganizationCell({ row }: Props) {
  const types = useTexts('orgTypes')
  return <Lines top={<OneLine text={row.organizationName} />} below={types(`${row.businessType}`)} />
}

function RoleText({ row }: Props) {
  const t = useTexts('common.role')
  return <span>{t(userRoleOf(row))}</span>
}

function State({ row }: Props) {
  const t = useTexts('screens')
  return (
    <>
      <StateCell row={row} />
      {row.hasTwoFactor && (
        <span title={t('security')}>
          {' '}
          <IconShieldLock size={16} />
          <span className="only-read">{t('security')}</span>
        </span>
      )}
    </>
  )
}
