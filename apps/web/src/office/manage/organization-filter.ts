import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import type { Filter } from '../../ui/FilterChips.tsx'

/**
 * The chip of a list that shows one organization's rows: it stands there while one is chosen, from the organization's own
 * page, and takes itself away. Thousands of names are no menu.
 */
export function useOrganizationFilter(
  id: string | undefined,
  onChange: (id: string | undefined) => void,
): readonly Filter[] {
  const common = useTexts('common')
  const { data } = useRead(
    'manage.getOrganization',
    { params: { id: id ?? '' } },
    { isEnabled: id !== undefined },
  )
  if (id === undefined) return []
  return [
    {
      key: 'organization',
      label: common('label.organization'),
      options: [{ value: id, label: data?.name ?? '…' }],
      value: id,
      onChange,
    },
  ]
}
