import { Button, TextInput } from '@mantine/core'
import { type Organization, OrganizationUpdate } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { RichTextField } from '../../ui/RichTextField.tsx'
import css from './Organization.module.css'
import { useSave } from './use-save.ts'

const About = z.pick(OrganizationUpdate, { about: true, websiteUrl: true })

/** What one's own organization says of itself. */
export function AboutForm({ organization }: { organization: Organization }) {
  const t = useTexts('organizations')
  const { about, websiteUrl } = organization
  const form = useContractForm({
    schema: About,
    initial: { about, websiteUrl } as z.input<typeof About>,
    draft: 'organization.about',
  })
  const { save, isBusy } = useSave('organizations.update', form)
  const submit = form.submit(async (values) => {
    const saved = await save(values)
    if (saved) form.setValues({ about: saved.about, websiteUrl: saved.websiteUrl })
    form.forgetDraft()
  })
  return (
    <form className={css.organizationForm} onSubmit={submit} noValidate>
      <RichTextField
        label={t('description')}
        description={t('descriptionHelp')}
        value={form.values.about ?? ''}
        error={form.errors.about}
        onChange={(html) => form.setFieldValue('about', html)}
      />
      <TextInput
        label={t('website')}
        type="url"
        inputMode="url"
        placeholder="https://"
        {...form.getInputProps('websiteUrl')}
      />
      <Button type="submit" className={css.organizationSave} loading={isBusy}>
        {t('saveAbout')}
      </Button>
    </form>
  )
}
