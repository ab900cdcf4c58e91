import { Button } from '@mantine/core'
import { limits, type Organization, OrganizationUpdate } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { RichTextField } from '../../ui/RichTextField.tsx'
import css from './Organization.module.css'
import { usePartnerText } from './use-partner-text.ts'
import { useSave } from './use-save.ts'

const Terms = z.pick(OrganizationUpdate, { terms: true })

/** Terms and conditions, with a sample to begin from (requirement 9.terms). */
export function TermsForm({ organization }: { organization: Organization }) {
  const t = useTexts('organizations')
  const partnerText = usePartnerText()
  const sample = useSampleTerms()
  const form = useContractForm({
    schema: Terms,
    initial: { terms: organization.terms } as z.input<typeof Terms>,
    draft: 'organization.terms',
  })
  const { save, isBusy } = useSave('organizations.update', form)
  const terms = form.values.terms ?? ''
  return (
    <form className={css.organizationForm} onSubmit={form.submit((values) => save(values))} noValidate>
      <RichTextField
        label={t('terms')}
        description={partnerText('organizations.termsHelp')}
        value={terms}
        error={form.errors.terms}
        onChange={(html) => form.setFieldValue('terms', html)}
      />
      <div className={css.organizationButtons}>
        <Button type="submit" loading={isBusy}>
          {t('saveTerms')}
        </Button>
        <Button variant="default" onClick={() => form.setFieldValue('terms', terms + sample)}>
          {t('insertSample')}
        </Button>
      </div>
    </form>
  )
}

/** The sample as a rich text, in the reader's language. */
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
