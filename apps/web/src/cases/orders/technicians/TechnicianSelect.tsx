import { Select } from '@mantine/core'
import { useTexts } from '../../../frame/i18n.tsx'
import { useTechnicians } from './use-technicians.ts'

const nobody = 'none'

/** Selects a member of the laboratory, or nobody. @param props.value the account, null for nobody */
export function TechnicianSelect(props: { value: string | null; onChange: (id: string | null) => void }) {
  const t = useTexts('orders')
  const technicians = useTechnicians()
  return (
    <Select
      label={t('columns.technician')}
      description={t('assign.help')}
      data-autofocus
      data={[
        { value: nobody, label: t('assign.nobody') },
        ...(technicians ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={technicians === undefined ? null : (props.value ?? nobody)}
      onChange={(value) => value !== null && props.onChange(value === nobody ? null : value)}
      allowDeselect={false}
      searchable={(technicians?.length ?? 0) > 7}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
