import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import type { Prescription } from '@pontic/contract'
import { useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { hasPermission } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { InlinePanel } from './fields.tsx'
import css from './PrescriptionForm.module.css'

/** Saves a prescription as a template. For fixed work, also saves or deletes the preferences with which new cases start. */
export function SaveTemplatePanel(props: {
  prescription: Prescription
  morePrescriptions: readonly Prescription[]
  hasPreferences: boolean
  onClose: () => void
}) {
  const t = useTexts('prescription.templates')
  const fields = useTexts('fields')
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [error, setError] = useState<string>()
  const { send, isBusy } = useWrite('prescriptions.saveTemplate', {
    form: { showFields: (messages) => setError(Object.values(messages)[0]) },
  })
  const save = async () => {
    if (name.trim() === '') return setError(fields('required'))
    const { prescription, morePrescriptions } = props
    const body = { name, isShared, prescription, morePrescriptions: [...morePrescriptions] }
    const saved = await send({ body })
    if (!saved) return
    showNotice({ level: 'info', text: t('saved', { name: saved.name }) })
    props.onClose()
  }
  return (
    <InlinePanel title={t('keep')} onClose={props.onClose}>
      <TextInput
        label={t('name')}
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setError(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter must not submit the surrounding form.
          event.preventDefault()
          void save()
        }}
        error={error}
      />
      <Checkbox
        label={t('share')}
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button variant="default" size="xs" className={css.start} loading={isBusy} onClick={() => void save()}>
        {t('save')}
      </Button>
      {props.hasPreferences && <PreferenceButtons {...props} />}
    </InlinePanel>
  )
}

function PreferenceButtons({ prescription, onClose }: { prescription: Prescription; onClose: () => void }) {
  const t = useTexts('prescription.templates')
  const session = useSession()
  const { data } = useRead('prescriptions.getPreferences', {})
  const { send, isBusy } = useWrite('prescriptions.savePreferences')
  if (!('preferences' in prescription)) return null
  const { preferences } = prescription
  const save = async (isShared: boolean, isDeleted = false) => {
    if (!(await send({ body: { isShared, preferences: isDeleted ? null : preferences } }))) return
    showNotice({ level: 'info', text: t(isDeleted ? 'forgotten' : 'preferencesKept') })
    onClose()
  }
  const maySetAll = hasPermission(session, 'organization.write')
  return (
    <Group gap={8}>
      <Button variant="default" size="xs" disabled={isBusy} onClick={() => void save(false)}>
        {t('keepPreferences')}
      </Button>
      {maySetAll && (
        <Button variant="default" size="xs" disabled={isBusy} onClick={() => void save(true)}>
          {t('keepForClinic')}
        </Button>
      )}
      {data?.own && (
        <Button variant="subtle" size="xs" disabled={isBusy} onClick={() => void save(false, true)}>
          {t('forget')}
        </Button>
      )}
    </Group>
  )
}
