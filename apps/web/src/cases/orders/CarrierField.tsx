import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { carriers } from '@pontic/contract'

const names = carriers.map(({ name }) => name)

/** The carrier of a parcel. It offers the known carriers, and accepts any other name. */
export function CarrierField(props: Omit<AutocompleteProps, 'data'>) {
  return (
    <Autocomplete
      {...props}
      data={names}
      limit={8}
      maxLength={40}
      autoComplete="off"
      comboboxProps={{ shadow: 'md', ...props.comboboxProps }}
    />
  )
}
