import { type HeldCase, limits } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import css from './Patients.module.css'

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
  const days = limits.patientErasureDays
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('confirm', { count: cases.length })}
      isDangerous
      isDisabled={({ typed }) => !isSame(typed, name)}
      widthPx={520}
      call="erasures.create"
      rules={{ typed: z.string() }}
      initial={{ typed: '' }}
      input={({ typed }) =>
        isSame(typed, name) ? { body: { name, orderIds: cases.map(({ id }) => id) } } : undefined
      }
      showsRefusal
      lead={<WhatHappens cases={cases} days={days} />}
      fields={[{ name: 'typed', label: t('type', { name }), autoComplete: 'off' }]}
      done={t('done', { days })}
      onDone={onErased}
    />
  )
}

function WhatHappens({ cases, days }: { cases: readonly HeldCase[]; days: number }) {
  const t = useTexts('patients.erase')
  const labs = [...new Set(cases.flatMap((one) => (one.labHolding === 'case' ? [one.labName] : [])))]
  const isUnsent = cases.some((one) => ['scanned', 'uploaded', 'rejected'].includes(one.status))
  return (
    <ul className={css.patientWhat}>
      <li>{t('when', { days })}</li>
      <li>{t('goes')}</li>
      <li>{t('stays')}</li>
      {isUnsent && <li>{t('unsent')}</li>}
      {labs.length > 0 && <li>{t('copies', { labs: labs.join(', ') })}</li>}
    </ul>
  )
}
