import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { generalRequirements, type LabRequirement, labRequirements, orderTypes } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { hasPermission } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Section } from '../../ui/Page.tsx'
import { useWriteNotice } from '../../ui/use-write-notice.ts'
import { useFieldNames } from './field-names.ts'
import css from './RequirementsForm.module.css'

/** Selects the data that a laboratory requires, by type of order (rules §6). Hidden from users who may not change them. */
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
  const read = useRead('prescriptions.getRequirements', { params: { id: labId } })
  return (
    <Stack gap={16}>
      <Text className="meta">{t('text')}</Text>
      <Loaded read={read} skeleton={160}>
        {({ requirements }) => <Choices key={requirements.join()} saved={requirements} />}
      </Loaded>
    </Stack>
  )
}

function Choices({ saved }: { saved: readonly LabRequirement[] }) {
  const t = useTexts('prescription.requirements')
  const common = useTexts('common')
  const types = useTexts('order.type')
  const field = useFieldNames()
  const [chosen, setChosen] = useState<readonly LabRequirement[]>(saved)
  const { send, isBusy } = useWriteNotice('prescriptions.setRequirements')
  const isChanged = labRequirements.some((one) => saved.includes(one) !== chosen.includes(one))
  return (
    <>
      {Object.entries(orderTypes).map(([name, type]) => (
        <fieldset key={name} className={css.requirementsType}>
          <legend className="mantine-InputWrapper-label">{types(`${type}`)}</legend>
          {labRequirements
            .filter((one) => one.startsWith(`${name}.`) && !generalRequirements.includes(one))
            .map((one) => (
              <Checkbox
                key={one}
                label={field(one.slice(name.length + 1))}
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
        style={{ alignSelf: 'flex-start' }}
        disabled={!isChanged}
        loading={isBusy}
        onClick={() => void send({ body: { requirements: [...chosen] } }, t('saved'))}
      >
        {common('do.save')}
      </Button>
    </>
  )
}
