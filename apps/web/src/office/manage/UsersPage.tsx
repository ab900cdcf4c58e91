import {
  businessTypes,
  type ManagedUser,
  manageSorts,
  userRoleOf,
  userRoles,
  userStates,
} from '@pontic/contract'
import { IconShieldLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../frame/i18n.tsx'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { type List, toFields } from '../../ui/list.ts'
import { date, Lines, lines, OneLine } from '../../ui/list-cells.tsx'
import { choice, words } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { ManageActions } from './ManageActions.tsx'
import { organizationFilter } from './organization-filter.ts'
import { StateText } from './StateText.tsx'
import { useUserActions } from './user-actions.tsx'

type Props = { row: ManagedUser }
type EntriesOf = (row: ManagedUser) => MenuEntry[]

const userList: List<'manage.listUsers', EntriesOf> = {
  call: 'manage.listUsers',
  name: 'manage.users',
  label: 'screens.manageUsers',
  filters: {
    words: words('common.label.searchPeople'),
    organizationId: organizationFilter,
    businessType: choice('type', Object.values(businessTypes), 'common.label.type', 'orgTypes'),
    state: choice('state', userStates, 'common.label.status', 'common.state'),
    role: choice('role', userRoles, 'common.label.role', 'common.role'),
    sort: { ...choice('sort', manageSorts, 'common.label.sortBy', 'manage.sort'), isOrder: true },
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
    role: { header: 'common.label.role', cell: RoleText, roomEm: 72 },
    state: { header: 'common.label.status', cell: State },
    signedIn: {
      header: 'common.label.lastActive',
      cell: date((row) => row.lastSignedInAt),
      align: 'end',
      roomEm: 72,
    },
  },
  rowName: 'name',
  useMenu: (row, entriesOf) => entriesOf(row),
  phone: { mark: State, left: 'organizationName', right: RoleText },
  none: { title: 'manage.none', all: 'common.do.showAll' },
}

/** The users of all organizations (requirement 2.route.manage.user). */
export function UsersPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const read = useList(userList)
  const actions = useUserActions()
  return (
    <ListScreen
      list={userList}
      read={read}
      press={actions.entriesOf}
      title={t('screens.manageUsers')}
      actions={
        <ManageActions
          query={{ list: 'users', filter: toFields(userList, read.search) }}
          create={t('manage.user.create.title')}
          onCreate={() => actions.press('create')}
        />
      }
      onOpen={({ id }) => void navigate({ to: '/manage/user/$id', params: { id } })}
      dialog={actions.dialog}
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
      <StateText state={row.state} />
      {row.hasTwoFactor && (
        <span title={t('security')}>
          {' '}
          <IconShieldLock size={16} stroke={1.75} aria-hidden="true" />
          <span className="only-read">{t('security')}</span>
        </span>
      )}
    </>
  )
}
