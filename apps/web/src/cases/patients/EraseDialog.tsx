import { TextInput } from '@mantine/core'
import { type HeldCase, limits } from '@pontic/contract'
import { useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { FormDialog } from '../../ui/Dialog.tsx'

type Props = {
  name: string
  cases: readonly HeldCase[]
  isOpen: boolean
  onClose: () => void
  onErased: () => void
}

const isSame = (typed: string, name: string) =>
  typed.normalize('NFC').trim().toLowerCase() === name.normalize('NFC').trim().toLowerCase()

/** Orders an erasure: what goes and what stays is told first, and the name is typed. */
export function EraseDialog({ name, cases, isOpen, onClose, onErased }: Props) {
  const t = useTexts('patients.erase')
  const [typed, type] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const write = useWrite('erasures.create', { onFailure: ({ message }) => setRefusal(message) })
  const days = limits.patientErasureDays
  const submit = async () => {
    setRefusal(undefined)
    const made = await write.send({ body: { name, orderIds: cases.map(({ id }) => id) } })
    if (!made) return
    onClose()
    onErased()
    showNotice({ level: 'info', text: t('done', { days }) })
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('confirm', { count: cases.length })}
      isDangerous
      isBusy={write.isBusy}
      isDisabled={!isSame(typed, name)}
      widthPx={520}
      onSubmit={(event) => {
        event.preventDefault()
        if (isSame(typed, name)) void submit()
      }}
    >
      {refusal && (
        <p className="patient-refusal" role="alert">
          {refusal}
        </p>
      )}
      <WhatHappens cases={cases} days={days} />
      <TextInput
        label={t('type', { name })}
        value={typed}
        autoComplete="off"
        data-autofocus
        onChange={(event) => type(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function WhatHappens({ cases, days }: { cases: readonly HeldCase[]; days: number }) {
  const t = useTexts('patients.erase')
  const labs = [...new Set(cases.flatMap((one) => (one.labHolding === 'case' ? [one.labName] : [])))]
  const isUnsent = cases.some((one) => ['scanned', 'uploaded', 'rejected'].includes(one.status))
  return (
    <ul className="patient-what">
      <li>{t('when', { days })}</li>
      <li>{t('goes')}</li>
      <li>{t('stays')}</li>
      {isUnsent && <li>{t('unsent')}</li>}
      {labs.length > 0 && <li>{t('copies', { labs: labs.join(', ') })}</li>}
    </ul>
  )
}
