import { Button, Checkbox, Skeleton } from '@mantine/core'
import { type LabRequirement, labRequirements, orderTypes } from '@pontic/contract'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { hasPermission } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Page.tsx'
import css from './RequirementsForm.module.css'
import { usePrescriptionWords } from './words.ts'

/** A laboratory's own required data (rules §6), by type of order. Nothing for people who may not change it. */
export function RequirementsSection({ organizationId }: { organizationId: string }) {
  const t = useTexts('prescription.requirements')
  const session = useSession()
  if (!hasPermission(session, 'requirement.manage')) return null
  return (
    <Section title={t('title')}>
      <RequirementsForm labId={organizationId} />
    </Section>
  )
}

function RequirementsForm({ labId }: { labId: string }) {
  const t = useTexts('prescription.requirements')
  const { data, failure, refetch } = useRead('prescriptions.getRequirements', { params: { id: labId } })
  return (
    <div className={css.requirements}>
      <p className={clsx(css.requirementsText, 'meta')}>{t('text')}</p>
      {failure && <ErrorState {...failure} onRetry={refetch} />}
      {!failure && !data && <Skeleton height={160} />}
      {data && <Choices key={data.requirements.join()} saved={data.requirements} />}
    </div>
  )
}

function Choices({ saved }: { saved: readonly LabRequirement[] }) {
  const t = useTexts('prescription.requirements')
  const common = useTexts('common')
  const types = useTexts('order.type')
  const words = usePrescriptionWords()
  const [chosen, setChosen] = useState<readonly LabRequirement[]>(saved)
  const { send, isBusy } = useWrite('prescriptions.setRequirements')
  const isChanged = labRequirements.some((one) => saved.includes(one) !== chosen.includes(one))
  const save = async () => {
    if (await send({ body: { requirements: [...chosen] } })) showNotice({ level: 'info', text: t('saved') })
  }
  return (
    <>
      {Object.entries(orderTypes).map(([name, type]) => (
        <fieldset key={name} className={css.requirementsType}>
          <legend className="mantine-InputWrapper-label">{types(`${type}`)}</legend>
          {labRequirements
            .filter((one) => one.startsWith(`${name}.`))
            .map((one) => (
              <Checkbox
                key={one}
                label={words.field(one.slice(name.length + 1))}
                checked={chosen.includes(one)}
                onChange={(event) => {
                  const isOn = event.currentTarget.checked
                  setChosen((before) => (isOn ? [...before, one] : before.filter((other) => other !== one)))
                }}
              />
            ))}
        </fieldset>
      ))}
      <Button
        className={css.requirementsSave}
        disabled={!isChanged}
        loading={isBusy}
        onClick={() => void save()}
      >
        {common('do.save')}
      </Button>
    </>
  )
}
