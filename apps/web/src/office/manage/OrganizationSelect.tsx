import { Select } from '@mantine/core'
import type { OrganizationOption } from '@pontic/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import {
  showAllOptions,
  useOrganizationOptions,
} from '../../people/organizations/use-organization-options.ts'

/** A select of an organization. The server searches organizations by name. */
export function OrganizationSelect(props: {
  label: string
  value: string | null
  error?: ReactNode
  isOffered: (option: OrganizationOption) => boolean
  onChange: (id: string | null) => void
}) {
  const { isOffered, ...field } = props
  const t = useTexts()
  const { list, search } = useOrganizationOptions('manage.allOrgOptions')
  const data = list.filter(isOffered).map(({ organizationId, name, businessType }) => ({
    value: organizationId,
    label: `${name} · ${t(`orgTypes.${businessType}`)}`,
  }))
  return (
    <Select
      {...field}
      {...search}
      withAsterisk
      aria-required
      filter={showAllOptions}
      data={data}
      nothingFoundMessage={t('manage.none')}
    />
  )
}
