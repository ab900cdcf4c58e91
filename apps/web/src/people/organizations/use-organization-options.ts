import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'

const typingMs = 250

/**
 * Searches organizations by name for a select field.
 * @param call `manage.orgOptions` finds clinics and laboratories in use, `manage.allOrgOptions` every organization
 * @returns `list`: the options found; `search`: props of the select field
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

/** Keeps the options that the server has found, without a second filter in the browser. */
export const keepOptions = <Option>({ options }: { options: Option[] }): Option[] => options
