import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'

const typingMs = 250

/**
 * Searches organizations by name for a select field.
 * @param call `manage.orgOptions` finds enabled clinics and laboratories, `manage.allOrgOptions` all that are not deleted
 * @returns `list`: the found options; `search`: props of the select field
 */
export function useOrganizationOptions(call: 'manage.orgOptions' | 'manage.allOrgOptions') {
  const [typed, type] = useState('')
  const [words] = useDebouncedValue(typed.slice(0, 100), typingMs)
  const { data } = useRead(call, { query: words === '' ? {} : { words } })
  const search = {
    searchable: true,
    searchValue: typed,
    onSearchChange: type,
    comboboxProps: { shadow: 'md' },
  } as const
  return { list: data?.list ?? [], search }
}

/** Filter of a select field that shows all options, because the server has already filtered them. */
export const showAllOptions = <Option>({ options }: { options: Option[] }): Option[] => options
