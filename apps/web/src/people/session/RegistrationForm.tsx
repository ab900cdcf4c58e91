import { Stack, TextInput } from '@mantine/core'
import { OrganizationName } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'
import { AvailabilityHint } from './EmailField.tsx'
import { PersonFields } from './PersonFields.tsx'
import { useTypedError } from './use-availability.ts'
import type { Registration } from './use-registration.ts'

/** A manager registers a new organization, and a member joins an existing one. */
export type Role = 'manager' | 'member'

/** The choices above the form: the type of the organization and the role. */
export function RegistrationChoices(props: {
  isLab: boolean
  onKind: (kind: 'clinic' | 'lab') => void
  role: Role
  onRole: (role: Role) => void
}) {
  const t = useTexts('session.registration')
  const common = useTexts('common')
  const { isLab } = props
  return (
    <Stack gap={16}>
      <ChoiceCards
        legend={t('kind')}
        choices={[
          { value: 'clinic', label: common('label.clinic'), text: t('clinicText') },
          { value: 'lab', label: common('label.lab'), text: t('labText') },
        ]}
        value={isLab ? 'lab' : 'clinic'}
        onChange={props.onKind}
      />
      <ChoiceCards
        legend={t('role')}
        choices={[
          { value: 'manager', label: t('manager'), text: t(isLab ? 'labManagerText' : 'clinicManagerText') },
          {
            value: 'member',
            label: common('role.member'),
            text: t(isLab ? 'labMemberText' : 'clinicMemberText'),
          },
        ]}
        value={props.role}
        onChange={props.onRole}
      />
    </Stack>
  )
}

/** The registration of an organization with its first administrator. */
export function ManagerForm({ registration, isLab }: { registration: Registration; isLab: boolean }) {
  const t = useTexts('session.registration')
  const common = useTexts('common')
  const ui = useTexts('ui')
  const { form, nameState, submit, ...fields } = registration
  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap={16}>
        <OrganizationNameField form={form} nameState={nameState} isLab={isLab} />
        <TextInput
          label={
            <>
              {common('label.address')} <span className="meta">({ui('optional')})</span>
            </>
          }
          description={common('addressHelp')}
          autoComplete="street-address"
          {...form.getInputProps('address')}
        />
        <PersonFields {...fields} form={form} submitText={t(isLab ? 'submitLab' : 'submitClinic')} />
      </Stack>
    </form>
  )
}

function OrganizationNameField(props: Pick<Registration, 'form' | 'nameState'> & { isLab: boolean }) {
  const t = useTexts('session.registration')
  const fields = useTexts('fields')
  const { form, nameState } = props
  const input = form.getInputProps('organizationName')
  const wrong = useTypedError(OrganizationName, form.values.organizationName, ['organization_name', 'text'])
  return (
    <div>
      <TextInput
        label={t(props.isLab ? 'labName' : 'clinicName')}
        withAsterisk
        aria-required
        autoComplete="organization"
        {...input}
        error={input.error ?? (wrong ? fields(wrong) : nameState === 'taken' && t('unavailable'))}
      />
      <AvailabilityHint state={nameState} />
    </div>
  )
}
