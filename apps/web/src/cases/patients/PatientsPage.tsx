import { useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { ErasureList } from './ErasureList.tsx'
import { PatientPanel } from './PatientPanel.tsx'
import { PatientSearch } from './PatientSearch.tsx'
import { YearFields } from './YearFields.tsx'

/**
 * Patient data for the clinic's administrators (decision 0038): stored data, export, erasure and retention. The address never
 * contains a patient's name, because the browser's history would store it.
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

/** Edits how many years the clinic keeps finished cases. The platform's years are the minimum. */
function RetentionForm() {
  const t = useTexts('patients.retention')
  const read = useRead('retention.get', {})
  const { send, isBusy } = useWrite('retention.save')
  return (
    <Loaded read={read} skeleton={96}>
      {({ years, implantYears, platformYears, platformImplantYears }) => (
        <YearFields
          key={`${years} ${implantYears}`}
          lead={t('lead', { years: platformYears, implantYears: platformImplantYears })}
          start={{ years, implantYears }}
          min={{ years: platformYears, implantYears: platformImplantYears }}
          send={async (body) => (await send({ body })) !== undefined}
          isBusy={isBusy}
        />
      )}
    </Loaded>
  )
}
