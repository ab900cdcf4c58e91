import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { HeldCase } from '@pontic/contract'
import { clsx } from 'clsx'
import { useTexts } from '../../frame/i18n.tsx'
import { DateText, SizeText } from '../../ui/formats.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import css from './Patients.module.css'

type Props = { cases: readonly HeldCase[]; chosen: readonly string[]; onChoose: (id: string) => void }

/** Lists the cases under one patient's name with checkboxes, because two patients may have the same name. */
export function PatientCaseList({ cases, chosen, onChoose }: Props) {
  const t = useTexts('patients.panel')
  return (
    <ul className={css.heldList} aria-label={t('cases')}>
      {cases.map((one) => (
        <CaseItem key={one.id} patientCase={one} isChosen={chosen.includes(one.id)} onChoose={onChoose} />
      ))}
    </ul>
  )
}

function CaseItem(props: { patientCase: HeldCase; isChosen: boolean; onChoose: (id: string) => void }) {
  const t = useTexts('patients.panel')
  const common = useTexts('common')
  const { id, number, doctor, createdAt, status, isDiscarded, erasureId } = props.patientCase
  return (
    <li>
      <Checkbox
        size="sm"
        aria-label={common('label.caseNumber', { number })}
        checked={props.isChosen}
        disabled={erasureId !== null}
        onChange={() => props.onChoose(id)}
      />
      <span className={css.heldLines}>
        <span className={clsx(css.heldNumber, 'figures')}>{number}</span>
        <span className="meta one-line">
          <DateText moment={createdAt} />
          {doctor !== '' && ` · ${doctor}`}
        </span>
      </span>
      {isDiscarded ? <span className="meta">{t('discarded')}</span> : <StatusBadge status={status} />}
      <CaseFacts patientCase={props.patientCase} />
      {erasureId !== null && <span className={clsx(css.heldRunning, 'meta')}>{t('running')}</span>}
    </li>
  )
}

/** The files and messages of a case, the part of the case that the laboratory can read, and the laboratory's downloads. */
function CaseFacts({ patientCase }: { patientCase: HeldCase }) {
  const t = useTexts('patients.panel')
  const { files, sizeBytes, messages, labName, labHolding, downloads } = patientCase
  return (
    <span className={clsx(css.heldFacts, 'meta')}>
      <span>
        {t('files', { count: files })}
        {files > 0 && (
          <>
            , <SizeText sizeBytes={sizeBytes} />
          </>
        )}{' '}
        · {t('messages', { count: messages })}
      </span>
      {labName !== null && labHolding !== 'none' && (
        <span>
          {t(`lab.${labHolding}`, { lab: labName })}
          {downloads > 0 && ` · ${t('downloads', { count: downloads })}`}
        </span>
      )}
    </span>
  )
}
