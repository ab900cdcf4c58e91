import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { ErasureList } from './ErasureList.tsx'
import { PatientPanel } from './PatientPanel.tsx'
import { PatientSearch } from './PatientSearch.tsx'
import { RetentionForm } from './RetentionForm.tsx'
import './Patients.module.css'

/**
 * Patients as a whole, for the clinic's administrators (decision 0038): what is held of one, export, erasure, and how long
 * cases are kept. Names stay out of the address: it would be in the browser's history.
 */
export function PatientsPage() {
  const t = useTexts('patients')
  const screens = useTexts('screens')
  const [name, choose] = useState<string>()
  return (
    <Page title={screens('patients')} lead={t('lead')} width="text">
      {name === undefined ? (
        <PatientSearch onChoose={choose} />
      ) : (
        <PatientPanel name={name} onBack={() => choose(undefined)} />
      )}
      <ErasureList />
      <Section title={screens('retention')}>
        <RetentionForm />
      </Section>
    </Page>
  )
}
