import { type OrganizationFilter, organizationStates } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { type ChangeSearch, pagingOf } from '../../ui/paged-search.ts'
import { ManageListPage } from './ManageListPage.tsx'
import { OrganizationSearch } from './manage-search.ts'
import { useOrganizationActions } from './organization-actions.tsx'
import { PhoneOrganization, useOrganizationColumns } from './organization-columns.tsx'

const filterOf = ({ words, type, state, sort }: OrganizationSearch): OrganizationFilter => ({
  words: words ?? '',
  businessType: type === undefined ? null : (Number(type) as OrganizationFilter['businessType']),
  state: state ?? null,
  sort: sort ?? 'name',
})

/** All organizations of the platform (requirement 2.route.manage.organization). */
export function OrganizationsPage() {
  const t = useTexts()
  const own = useTexts('manage.organization')
  const navigate = useNavigate()
  const [search, onSearch] = useScreenSearch(OrganizationSearch)
  const filter = filterOf(search)
  const body = { ...filter, ...pagingOf(search) }
  const list = useRead('manage.listOrganizations', { body }, { isFresh: true })
  const actions = useOrganizationActions()
  const columns = useOrganizationColumns(actions.entriesOf)
  return (
    <ManageListPage
      title={t('screens.manageOrganizations')}
      words={{ list: t('screens.manageOrganizations'), search: own('search'), create: own('create.title') }}
      query={{ list: 'organizations', filter }}
      list={list}
      search={search}
      onSearch={onSearch as ChangeSearch<object>}
      states={organizationStates}
      columns={columns}
      onOpen={(row) => void navigate({ to: '/manage/organization/$id', params: { id: row.id } })}
      phoneRow={(row) => <PhoneOrganization row={row} entries={actions.entriesOf(row)} />}
      onCreate={() => actions.press('create')}
      dialog={actions.dialog}
    />
  )
}
