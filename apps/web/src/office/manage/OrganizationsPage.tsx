import { businessTypes, type ManagedOrganization, manageSorts, organizationStates } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { type List, toFields } from '../../ui/list.ts'
import { date, lines, number } from '../../ui/list-cells.tsx'
import { choice, words } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { ManageActions } from './ManageActions.tsx'
import { useOrganizationActions } from './organization-actions.tsx'
import { StateText } from './StateText.tsx'

type Props = { row: ManagedOrganization }
type EntriesOf = (row: ManagedOrganization) => MenuEntry[]

const organizationList: List<'manage.listOrganizations', EntriesOf> = {
  call: 'manage.listOrganizations',
  name: 'manage.organizations',
  label: 'screens.manageOrganizations',
  filters: {
    words: words('manage.organization.search'),
    businessType: choice('type', Object.values(businessTypes), 'common.label.type', 'orgTypes'),
    state: choice('state', organizationStates, 'common.label.status', 'common.state'),
    sort: { ...choice('sort', manageSorts, 'common.label.sortBy', 'manage.sort'), isOrder: true },
  },
  columns: {
    name: {
      header: 'common.label.name',
      cell: lines(
        ({ name }) => name,
        ({ contactPerson, address }) => [contactPerson, address].filter(Boolean).join(' · '),
      ),
      isName: true,
    },
    type: { header: 'common.label.type', cell: Type },
    state: { header: 'common.label.status', cell: State },
    users: { header: 'screens.manageUsers', cell: number((row) => row.users), align: 'end' },
    orders: { header: 'common.label.cases', cell: number((row) => row.orders), align: 'end' },
    storage: { header: 'common.label.storage', cell: Storage, align: 'end', roomEm: 72 },
    registered: {
      header: 'common.label.registeredAt',
      cell: date((row) => row.registeredAt),
      align: 'end',
      roomEm: 72,
    },
  },
  rowName: 'name',
  useMenu: (row, entriesOf) => entriesOf(row),
  phone: {
    mark: State,
    left: (props) => (
      <span className="one-line">
        <Type {...props} />
      </span>
    ),
    right: Storage,
  },
  none: { title: 'manage.none', all: 'common.do.showAll' },
}

/** All organizations of the platform (requirement 2.route.manage.organization). */
export function OrganizationsPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const read = useList(organizationList)
  const actions = useOrganizationActions()
  return (
    <ListScreen
      list={organizationList}
      read={read}
      press={actions.entriesOf}
      title={t('screens.manageOrganizations')}
      actions={
        <ManageActions
          query={{ list: 'organizations', filter: toFields(organizationList, read.search) }}
          create={t('manage.organization.create.title')}
          onCreate={() => actions.press('create')}
        />
      }
      onOpen={({ id }) => void navigate({ to: '/manage/organization/$id', params: { id } })}
      dialog={actions.dialog}
    />
  )
}

function Type({ row }: Props) {
  return useTexts('orgTypes')(`${row.businessType}`)
}

function State({ row }: Props) {
  return <StateText state={row.state} />
}

function Storage({ row }: Props) {
  const t = useTexts('manage')
  const { size } = useFormats()
  return (
    <span className="figures">
      {t('storageOf', { used: size(row.storageUsedBytes), quota: size(row.storageQuotaBytes) })}
    </span>
  )
}
