import { type HeldCase, limits } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import css from './Patients.module.css'
import { labsWithCopies } from './StoredDataFacts.tsx'

/** The patient's name, the cases to erase, and a callback that runs after a successful request. */
export type EraseSubject = {
  readonly name: string
  readonly cases: readonly HeldCase[]
  readonly onErased: () => void
}

const isSame = (typed: string, name: string) =>
  typed.normalize('NFC').trim().toLowerCase() === name.normalize('NFC').trim().toLowerCase()

/** Lists the consequences of erasing cases, and requests the erasure. The user confirms by typing the patient's name. */
export function EraseDialog({ subject, ...frame }: DialogProps<EraseSubject, 'erase'>) {
  const t = useTexts('patients.erase')
  if (!subject) return null
  const { name, cases, onErased } = subject
  const days = limits.patientErasureDays
  return (
    <FormDialog
      {...frame}
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
      showsFailure
      lead={<Consequences cases={cases} days={days} />}
      fields={[{ name: 'typed', label: t('type', { name }), autoComplete: 'off' }]}
      done={t('done', { days })}
      onDone={onErased}
    />
  )
}

function Consequences({ cases, days }: { cases: readonly HeldCase[]; days: number }) {
  const t = useTexts('patients.erase')
  const labs = labsWithCopies(cases)
  const isUnsent = cases.some((one) => ['scanned', 'uploaded', 'rejected'].includes(one.status))
  return (
    <ul className={css.consequences}>
      <li>{t('when', { days })}</li>
      <li>{t('goes')}</li>
      <li>{t('stays')}</li>
      {isUnsent && <li>{t('unsent')}</li>}
      {labs.length > 0 && <li>{t('copies', { labs: labs.join(', ') })}</li>}
    </ul>
  )
}
