import { Button, Group, Stack, TextInput } from '@mantine/core'
import { limits, type Organization, OrganizationAddress, OrganizationUpdate } from '@pontic/contract'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { type Input, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { portal } from '../../frame/session.ts'
import { type FormField, FormFields } from '../../ui/FormFields.tsx'
import { RichTextField } from '../../ui/RichTextField.tsx'
import { type Rules, type RulesForm, type StartOf, useRulesForm, type ValuesOf } from '../../ui/rules-form.ts'
import css from './Organization.module.css'
import { usePartnerText } from './use-partner-text.ts'

type Props = { organization: Organization }

type FormProps<R extends Rules, I extends StartOf<R>> = {
  call: 'organizations.update' | 'organizations.updateAddress'
  rules: R
  initial: I
  draft: string
  fields: readonly FormField<ValuesOf<R, NoInfer<I>>>[]
  confirm: string
  /** Renders a second button after the submit button. */
  button?: (form: RulesForm<R, NoInfer<I>>) => ReactNode
  onSaved?: (saved: Organization, form: RulesForm<R, NoInfer<I>>) => unknown
}

/** Form for a part of the organization's settings. */
function OrganizationForm<R extends Rules, I extends StartOf<R>>(props: FormProps<R, I>) {
  const common = useTexts('common')
  const form = useRulesForm(props)
  const write = useWrite(props.call, { form })
  const submit = form.submit(async (body) => {
    const saved = await write.send({ body } as Input<typeof props.call>)
    if (!saved) return
    showNotice({ level: 'info', text: common('saved') })
    await props.onSaved?.(saved, form)
    form.deleteDraft()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        <FormFields form={form} fields={props.fields} isInner />
        <Group gap={8}>
          <Button type="submit" loading={write.isBusy}>
            {props.confirm}
          </Button>
          {props.button?.(form)}
        </Group>
      </Stack>
    </form>
  )
}

/** Form for name, contact and remark of the organization. */
export function BasicForm({ organization }: Props) {
  const t = useTexts('organizations')
  const common = useTexts('common')
  const partnerText = usePartnerText()
  const { name, contactPerson, officePhone, mobilePhone, email, licenseNumber, remark } = organization
  const contactHelp = partnerText('organizations.contactHelp')
  return (
    <OrganizationForm
      call="organizations.update"
      rules={OrganizationUpdate.shape}
      initial={{ name, contactPerson, officePhone, mobilePhone, email, licenseNumber, remark }}
      draft="organization.basic"
      fields={[
        {
          name: 'name',
          label: common('label.organizationName'),
          help: partnerText('organizations.nameHelp'),
        },
        { name: 'contactPerson', label: common('label.contactPerson'), autoComplete: 'name' },
        {
          className: css.organizationPair,
          fields: [
            { name: 'officePhone', label: t('officePhone'), type: 'tel' },
            { name: 'mobilePhone', label: common('label.mobilePhone'), type: 'tel' },
          ],
        },
        { name: 'email', label: common('label.email'), type: 'email' },
        { name: 'licenseNumber', label: common('label.license') },
        () => contactHelp && <p className={clsx(css.organizationNote, 'meta')}>{contactHelp}</p>,
        { name: 'remark', label: t('remark'), help: t('remarkHelp'), as: 'area', rows: [2, 8] },
      ]}
      confirm={t('saveBasic')}
      onSaved={async (saved) => {
        // The top bar shows the name from the session.
        if (saved.name !== name) await portal.session.refresh().catch(() => undefined)
      }}
    />
  )
}

/** Form for address and postal code of the organization. */
export function AddressForm({ organization: { address, postalCode } }: Props) {
  const t = useTexts('organizations')
  const partnerText = usePartnerText()
  return (
    <OrganizationForm
      call="organizations.updateAddress"
      rules={OrganizationAddress.shape}
      initial={{ address, postalCode }}
      draft="organization.address"
      fields={[
        { name: 'address', label: t('address'), help: partnerText('common.addressHelp') },
        ({ getInputProps }) => (
          <TextInput
            label={t('postalCode')}
            maw={200}
            autoComplete="postal-code"
            {...getInputProps('postalCode')}
          />
        ),
      ]}
      confirm={t('saveAddress')}
    />
  )
}

/** Form for description and website of the organization. */
export function AboutForm({ organization: { about, websiteUrl } }: Props) {
  const t = useTexts('organizations')
  return (
    <OrganizationForm
      call="organizations.update"
      rules={OrganizationUpdate.shape}
      initial={{ about, websiteUrl }}
      draft="organization.about"
      fields={[
        ({ values, errors, setFieldValue }) => (
          <RichTextField
            label={t('description')}
            description={t('descriptionHelp')}
            value={values.about}
            error={errors.about}
            onChange={(html) => setFieldValue('about', html)}
          />
        ),
        {
          name: 'websiteUrl',
          label: t('website'),
          type: 'url',
          inputMode: 'url',
          placeholder: 'https://',
        },
      ]}
      confirm={t('saveAbout')}
      onSaved={(saved, form) => form.setValues({ about: saved.about, websiteUrl: saved.websiteUrl })}
    />
  )
}

/** Form for terms and conditions, with a button that inserts a sample (requirement 9.terms). */
export function TermsForm({ organization: { terms } }: Props) {
  const t = useTexts('organizations')
  const partnerText = usePartnerText()
  const sample = useSampleTerms()
  return (
    <OrganizationForm
      call="organizations.update"
      rules={OrganizationUpdate.shape}
      initial={{ terms }}
      draft="organization.terms"
      fields={[
        ({ values, errors, setFieldValue }) => (
          <RichTextField
            label={t('terms')}
            description={partnerText('organizations.termsHelp')}
            value={values.terms}
            error={errors.terms}
            onChange={(html) => setFieldValue('terms', html)}
          />
        ),
      ]}
      confirm={t('saveTerms')}
      button={({ values, setFieldValue }) => (
        <Button variant="default" onClick={() => setFieldValue('terms', values.terms + sample)}>
          {t('insertSample')}
        </Button>
      )}
    />
  )
}

/** Returns the sample terms as rich text in the user's language. */
function useSampleTerms(): string {
  const t = useTexts('organizations.sample')
  const lines = [
    t('simple', { days: limits.sampleTermsSimpleDays }),
    t('complex', { days: limits.sampleTermsComplexDays }),
    t('counted'),
  ]
  const items = lines.map((line) => `<li><p>${line}</p></li>`).join('')
  return `<h3>${t('title')}</h3><ul>${items}</ul>`
}
