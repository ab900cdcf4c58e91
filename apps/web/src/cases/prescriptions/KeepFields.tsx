import { Button, Checkbox, TextInput } from '@mantine/core'
import type { Prescription } from '@pontic/contract'
import { useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { hasPermission } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { InlinePanel } from './InlinePanel.tsx'
import css from './PrescriptionForm.module.css'

/** Keeps what is filled in for the next case: all of it under a name, or its preferences alone. */
export function KeepFields(props: {
  prescription: Prescription
  hasPreferences: boolean
  onClose: () => void
}) {
  const t = useTexts('prescription.templates')
  const fields = useTexts('fields')
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [error, setError] = useState<string>()
  const { send, isBusy } = useWrite('prescriptions.saveTemplate', {
    form: { showFields: (told) => setError(Object.values(told)[0]) },
  })
  const keep = async () => {
    if (name.trim() === '') return setError(fields('required'))
    const kept = await send({ body: { name, isShared, prescription: props.prescription } })
    if (!kept) return
    showNotice({ level: 'info', text: t('saved', { name: kept.name }) })
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
          // The form around it is another one.
          event.preventDefault()
          void keep()
        }}
        error={error}
      />
      <Checkbox
        label={t('share')}
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button
        variant="default"
        size="xs"
        className={css.prescriptionSecond}
        loading={isBusy}
        onClick={() => void keep()}
      >
        {t('save')}
      </Button>
      {props.hasPreferences && <KeepPreferences {...props} />}
    </InlinePanel>
  )
}

function KeepPreferences({ prescription, onClose }: { prescription: Prescription; onClose: () => void }) {
  const t = useTexts('prescription.templates')
  const session = useSession()
  const { data } = useRead('prescriptions.getPreferences', {})
  const { send, isBusy } = useWrite('prescriptions.savePreferences')
  if (!('preferences' in prescription)) return null
  const { preferences } = prescription
  const keep = async (isShared: boolean, isForgotten = false) => {
    if (!(await send({ body: { isShared, preferences: isForgotten ? null : preferences } }))) return
    showNotice({ level: 'info', text: t(isForgotten ? 'forgotten' : 'preferencesKept') })
    onClose()
  }
  const maySetAll = hasPermission(session, 'organization.write')
  return (
    <div className={css.prescriptionBar}>
      <Button variant="default" size="xs" disabled={isBusy} onClick={() => void keep(false)}>
        {t('keepPreferences')}
      </Button>
      {maySetAll && (
        <Button variant="default" size="xs" disabled={isBusy} onClick={() => void keep(true)}>
          {t('keepForClinic')}
        </Button>
      )}
      {data?.own && (
        <Button variant="subtle" size="xs" disabled={isBusy} onClick={() => void keep(false, true)}>
          {t('forget')}
        </Button>
      )}
    </div>
  )
}
