import { Button, TextInput } from '@mantine/core'
import { OrganizationName } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { NewPasswordFields } from '../../ui/NewPasswordFields.tsx'
import { ChoiceCards } from './ChoiceCards.tsx'
import { AvailabilityHint, EmailField } from './EmailField.tsx'
import { FormCaptcha } from './FormCaptcha.tsx'
import css from './SessionFrame.module.css'
import { useTypedError } from './use-availability.ts'
import type { Registration } from './use-registration.ts'

/** Who registers. */
export type Role = 'manager' | 'member'

/** What is registered and by whom: two choices above the form of a manager or a member. */
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
    <div className={css.doorForm}>
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
    </div>
  )
}

/** The registration of an organization with its first administrator. */
export function ManagerForm({ registration, isLab }: { registration: Registration; isLab: boolean }) {
  const t = useTexts('session.registration')
  const { form, submit, isBusy, captcha } = registration
  return (
    <form className={css.doorForm} method="post" noValidate onSubmit={submit}>
      <ManagerFields {...registration} isLab={isLab} />
      <FormCaptcha captcha={captcha} form={form} />
      <Button type="submit" fullWidth loading={isBusy}>
        {t(isLab ? 'submitLab' : 'submitClinic')}
      </Button>
    </form>
  )
}

function ManagerFields(props: Registration & { isLab: boolean }) {
  const t = useTexts('session.registration')
  const common = useTexts('common')
  const ui = useTexts('ui')
  const { form } = props
  return (
    <>
      <OrganizationNameField {...props} />
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
      <TextInput
        label={t('name')}
        withAsterisk
        aria-required
        autoComplete="name"
        {...form.getInputProps('name')}
      />
      <EmailField
        input={form.getInputProps('email')}
        state={props.emailState}
        onSettled={props.settleEmail}
      />
      <NewPasswordFields
        labels={{ password: common('label.password'), confirm: t('confirm') }}
        typed={form.values.password}
        password={{ name: 'password', ...form.getInputProps('password') }}
        confirm={{ name: 'confirm', ...form.getInputProps('confirm') }}
      />
    </>
  )
}

function OrganizationNameField({ form, nameState, isLab }: Registration & { isLab: boolean }) {
  const t = useTexts('session.registration')
  const fields = useTexts('fields')
  const input = form.getInputProps('organizationName')
  const wrong = useTypedError(OrganizationName, form.values.organizationName, ['organization_name', 'text'])
  return (
    <div>
      <TextInput
        label={t(isLab ? 'labName' : 'clinicName')}
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
