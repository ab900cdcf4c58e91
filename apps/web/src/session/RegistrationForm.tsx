import { Button, TextInput } from '@mantine/core'
import { businessTypes } from '@pontic/contract'
import { IconCheck } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTexts } from '../i18n.tsx'
import { NewPasswordFields } from '../ui/NewPasswordFields.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'
import type { Availability } from './use-availability.ts'
import type { Registration } from './use-registration.ts'
import './RegistrationForm.css'

type Role = 'manager' | 'member'

/** What is registered and by whom, then the fields; a member reads `member` instead of them. */
export function RegistrationForm(props: {
  registration: Registration
  role: Role
  onRole: (role: Role) => void
  member: ComponentType<{ isLab: boolean }>
}) {
  const t = useTexts('session.registration')
  const { form, submit, isBusy } = props.registration
  const isLab = form.values.businessType === businessTypes.lab
  return (
    <form className="door-form" method="post" noValidate onSubmit={submit}>
      <ChoiceCards
        legend={t('kind')}
        choices={[
          { value: 'clinic', label: t('clinic'), text: t('clinicText') },
          { value: 'lab', label: t('lab'), text: t('labText') },
        ]}
        value={isLab ? 'lab' : 'clinic'}
        onChange={(kind) => form.setFieldValue('businessType', businessTypes[kind])}
      />
      <ChoiceCards
        legend={t('role')}
        choices={[
          { value: 'manager', label: t('manager'), text: t(isLab ? 'labManagerText' : 'clinicManagerText') },
          { value: 'member', label: t('member'), text: t(isLab ? 'labMemberText' : 'clinicMemberText') },
        ]}
        value={props.role}
        onChange={props.onRole}
      />
      {props.role === 'member' ? (
        <props.member isLab={isLab} />
      ) : (
        <>
          <ManagerFields {...props.registration} isLab={isLab} />
          <Button type="submit" fullWidth loading={isBusy}>
            {t(isLab ? 'submitLab' : 'submitClinic')}
          </Button>
        </>
      )}
    </form>
  )
}

function ManagerFields(props: Registration & { isLab: boolean }) {
  const t = useTexts('session.registration')
  const ui = useTexts('ui')
  const { form } = props
  return (
    <>
      <OrganizationNameField {...props} />
      <TextInput
        label={
          <>
            {t('address')} <span className="meta">({ui('optional')})</span>
          </>
        }
        description={t('addressHelp')}
        autoComplete="street-address"
        {...form.getInputProps('address')}
      />
      <TextInput
        label={t('name')}
        withAsterisk
        aria-required
        autoComplete="name"
        {...form.getInputProps('name')}
      />
      <EmailField {...props} />
      <NewPasswordFields
        labels={{ password: t('password'), confirm: t('confirm') }}
        typed={form.values.password}
        password={{ name: 'password', ...form.getInputProps('password') }}
        confirm={{ name: 'confirm', ...form.getInputProps('confirm') }}
      />
    </>
  )
}

function OrganizationNameField({ form, nameState, isLab }: Registration & { isLab: boolean }) {
  const t = useTexts('session.registration')
  const input = form.getInputProps('organizationName')
  return (
    <div>
      <TextInput
        label={t(isLab ? 'labName' : 'clinicName')}
        withAsterisk
        aria-required
        autoComplete="organization"
        {...input}
        error={input.error ?? (nameState === 'taken' && t('unavailable'))}
      />
      <AvailabilityHint state={nameState} />
    </div>
  )
}

function EmailField({ form, emailState, settleEmail }: Registration) {
  const t = useTexts('session.registration')
  const fields = useTexts('fields')
  const input = form.getInputProps('email')
  return (
    <div>
      <TextInput
        label={t('email')}
        description={t('emailHelp')}
        withAsterisk
        aria-required
        name="username"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        onBlur={settleEmail}
        error={input.error ?? (emailState === 'taken' && fields('email_taken'))}
      />
      <AvailabilityHint state={emailState} />
    </div>
  )
}

/** Below a field: being asked, or free. What is taken is told as the field's error. */
function AvailabilityHint({ state }: { state: Availability }) {
  const t = useTexts('session.registration')
  return (
    <div className="availability meta" aria-live="polite">
      {state === 'checking' && t('checking')}
      {state === 'free' && (
        <span className="availability-free">
          <IconCheck size={14} stroke={2} aria-hidden="true" />
          {t('available')}
        </span>
      )}
    </div>
  )
}
