import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { OrganizationOption } from '@pontic/contract'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'

const typingMs = 250

/** The choice of an organization by its name; what is typed is looked for in the server. */
export function OrganizationSelect(props: {
  label: string
  value: string | null
  error?: ReactNode
  isFit: (option: OrganizationOption) => boolean
  onChange: (id: string | null) => void
}) {
  const t = useTexts('manage')
  const types = useTexts('orgTypes')
  const [typed, type] = useState('')
  const [words] = useDebouncedValue(typed.slice(0, 100), typingMs)
  const options = useRead('manage.allOrgOptions', { query: words === '' ? {} : { words } })
  const list = (options.data?.list ?? []).filter(props.isFit)
  return (
    <Select
      label={props.label}
      withAsterisk
      aria-required
      searchable
      // The server has found them already.
      filter={({ options: found }) => found}
      searchValue={typed}
      onSearchChange={type}
      data={list.map((one) => ({
        value: one.organizationId,
        label: `${one.name} · ${types(`${one.businessType}`)}`,
      }))}
      value={props.value}
      onChange={props.onChange}
      error={props.error}
      nothingFoundMessage={t('none')}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
