import { Select, Text } from '@mantine/core'
import { businessTypes } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { canOpen, screenOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'

/** Reads the partner laboratories of the clinic, sorted by name; undefined while they load. */
export function usePartnerLabs() {
  const partners = useRead('partners.listOptions', {})
  return partners.data?.list.filter((partner) => partner.businessType === businessTypes.lab)
}

/** Selects a partner laboratory. If there are none, shows a hint with a link to the partner search, if the user may open it. */
export function LabSelect(props: {
  label: string
  description?: string
  placeholder?: string
  value: string | null
  onChange: (labId: string | null) => void
  error?: string | undefined
  isRequired?: boolean
}) {
  const t = useTexts('orders')
  const labs = usePartnerLabs()
  if (labs?.length === 0) return <NoLabs />
  return (
    <Select
      label={props.label}
      {...(props.description ? { description: props.description } : {})}
      placeholder={props.placeholder ?? t('chooseLab')}
      data={(labs ?? []).map((lab) => ({ value: lab.organizationId, label: lab.name }))}
      value={labs === undefined ? null : props.value}
      onChange={props.onChange}
      error={props.error}
      withAsterisk={props.isRequired ?? false}
      clearable={!props.isRequired}
      allowDeselect={false}
      searchable={(labs?.length ?? 0) > 7}
      {...(labs && { nothingFoundMessage: t('noLabFound') })}
      clearButtonProps={{ 'aria-label': t('clearLab') }}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}

function NoLabs() {
  const t = useTexts('orders')
  const session = useSession()
  const canSearch = session && canOpen(screenOf('/followcard/list'), session)
  return (
    <Text c="dimmed">
      {t(canSearch ? 'noLabs' : 'noLabsMember')}{' '}
      {canSearch && <Link to="/followcard/list">{t('findLab')}</Link>}
    </Text>
  )
}
