import { useRead } from '../../frame/api.ts'
import { picked } from '../../ui/list-filters.tsx'

/**
 * The filter of a list that shows one organization's rows: its chip is there while one is chosen, from the organization's
 * own page. Thousands of names are no menu.
 */
export const organizationFilter = picked('organization', 'common.label.organization', (id) => {
  const { data } = useRead(
    'manage.getOrganization',
    { params: { id: id ?? '' } },
    { isEnabled: id !== undefined },
  )
  return id === undefined ? undefined : [{ value: id, label: data?.name ?? '…' }]
})
