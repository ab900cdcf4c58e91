import { businessTypes, type ManagedOrganization, organizationStates } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { type List, toFields, wideEnd } from '../../ui/list.ts'
import { date, lines, number } from '../../ui/list-cells.tsx'
import { choiceFilter, searchFilter } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { ManageActions } from './ManageActions.tsx'
import { manageList, StateCell, sortFilter } from './manage-list.tsx'
import { useOrganizationActions } from './organization-actions.tsx'

type Props = { row: ManagedOrganization }

const organizationList: List<'manage.listOrganizations', (row: ManagedOrganization) => MenuEntry[]> = {
  ...manageList,
  call: 'manage.listOrganizations',
  name: 'manage.organizations',
  label: 'screens.manageOrganizations',
  filters: {
    words: searchFilter('manage.organization.search'),
    businessType: choiceFilter('type', Object.values(businessTypes), 'common.label.type', 'orgTypes.'),
    state: choiceFilter('state', organizationStates, 'common.label.status', 'common.state.'),
    sort: sortFilter,
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
    state: { header: 'common.label.status', cell: StateCell },
    users: { header: 'screens.manageUsers', cell: number((row) => row.users), align: 'end' },
    orders: { header: 'common.label.cases', cell: number((row) => row.orders), align: 'end' },
    storage: { header: 'common.label.storage', cell: Storage, ...wideEnd },
    registered: { header: 'common.label.registeredAt', cell: date((row) => row.registeredAt), ...wideEnd },
  },
  phone: {
    mark: StateCell,
    left: (props) => (
      <span className="one-line">
        <Type {...props} />
      </span>
    ),
    right: Storage,
  },
}

/** Page with all organizations (requirement 2.route.manage.organization). */
export function OrganizationsPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const read = useList(organizationList)
  const { press, entriesOf, dialog } = useOrganizationActions()
  return (
    <ListScreen
      list={organizationList}
      read={read}
      press={entriesOf}
      title={t('screens.manageOrganizations')}
      actions={
        <ManageActions
          query={{ list: 'organizations', filter: toFields(organizationList, read.search) }}
          create={t('manage.organization.create.title')}
          onCreate={() => press('create')}
        />
      }
      onOpen={({ id }) => void navigate({ to: '/manage/organization/$id', params: { id } })}
      dialog={dialog}
    />
  )
}

function Type({ row }: Props) {
  return useTexts('orgTypes')(`${row.businessType}`)
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
