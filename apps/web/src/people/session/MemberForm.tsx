import { Button, TextInput } from '@mantine/core'
import { useTexts } from '../../frame/i18n.tsx'
import { NewPasswordFields } from '../../ui/NewPasswordFields.tsx'
import { EmailField } from './EmailField.tsx'
import { FormCaptcha } from './FormCaptcha.tsx'
import { OrganizationSearch } from './OrganizationSearch.tsx'
import css from './SessionFrame.module.css'
import { useMemberRegistration } from './use-member-registration.ts'

/**
 * The registration of a member: he finds his organization, and waits until an administrator lets him in (rules §4).
 * @param props.onSent told the address of the verification mail and the organization that will be asked
 */
export function MemberForm(props: {
  isLab: boolean
  onSent: (sent: { email: string; organization: string }) => void
}) {
  const t = useTexts('session.registration')
  const common = useTexts('common')
  const joining = useTexts('session.joining')
  const member = useMemberRegistration(props)
  const { form, captcha } = member
  return (
    <form className={css.doorForm} method="post" noValidate onSubmit={member.submit}>
      <p className="quiet">{joining(props.isLab ? 'textLab' : 'textClinic')}</p>
      <OrganizationSearch
        key={String(props.isLab)}
        isLab={props.isLab}
        chosen={member.chosen}
        onChoose={member.choose}
        error={form.errors.organizationId as string | undefined}
        captcha={member.searchCaptcha}
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
        state={member.emailState}
        onSettled={member.settleEmail}
      />
      <NewPasswordFields
        labels={{ password: common('label.password'), confirm: t('confirm') }}
        typed={form.values.password}
        password={{ name: 'password', ...form.getInputProps('password') }}
        confirm={{ name: 'confirm', ...form.getInputProps('confirm') }}
      />
      <FormCaptcha captcha={captcha} form={form} />
      <Button type="submit" fullWidth loading={member.isBusy}>
        {joining('submit')}
      </Button>
    </form>
  )
}
