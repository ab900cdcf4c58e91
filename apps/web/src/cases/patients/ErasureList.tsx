import { Button } from '@mantine/core'
import type { Erasure } from '@pontic/contract'
import { clsx } from 'clsx'
import { useRead, useWrite } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { DateText } from '../../ui/formats.tsx'
import { Section } from '../../ui/Page.tsx'
import { StepList, useSteps } from '../../ui/StepList.tsx'
import css from './Patients.module.css'

/** Erasures that wait, and what became of the others; nothing for a clinic that never had one. */
export function ErasureList() {
  const t = useTexts('patients.erasures')
  const common = useTexts('common')
  const steps = useSteps()
  const list = useRead('erasures.list', { body: steps.body })
  return (
    <Section title={common('label.erasures')}>
      <StepList
        list={list}
        steps={steps}
        skeletonPx={72}
        empty={<p className={clsx(css.patientHint, 'quiet')}>{t('none')}</p>}
      >
        {(erasures) => (
          <ul className={css.erasureList} aria-label={common('label.erasures')}>
            {erasures.map((erasure) => (
              <OneErasure key={erasure.id} erasure={erasure} />
            ))}
          </ul>
        )}
      </StepList>
    </Section>
  )
}

const numbersShown = 6

function OneErasure({ erasure }: { erasure: Erasure }) {
  const t = useTexts('patients.erasures')
  const common = useTexts('common')
  const { kind, code, patientName, cases, numbers, copies, requestedBy, requestedAt } = erasure
  const rest = numbers.length - numbersShown
  return (
    <li>
      <span className={css.heldLines}>
        <span className={clsx(css.patientName, 'one-line')}>
          {patientName ?? (kind === 'retention' ? t('retention', { count: cases }) : code)}
        </span>
        <span className="meta">
          <span className="figures">{numbers.slice(0, numbersShown).join(', ')}</span>
          {rest > 0 && ` ${common('count.more', { count: rest })}`}
        </span>
        <span className="meta">
          {requestedBy === '' ? t('byPortal') : t('by', { name: requestedBy })} ·{' '}
          <DateText moment={requestedAt} />
        </span>
        {copies.map((copy) => (
          <span key={copy.labName} className="meta">
            {t('copy', { lab: copy.labName, cases: copy.cases, downloads: copy.downloads })}
          </span>
        ))}
      </span>
      <ErasureState erasure={erasure} />
      <UndoButton erasure={erasure} />
    </li>
  )
}

/** Where an erasure stands, told by word and colour. */
function ErasureState({ erasure }: { erasure: Erasure }) {
  const t = useTexts('patients.erasures')
  const { date } = useFormats()
  const { state, dueAt, endedAt, heldNumbers } = erasure
  return (
    <span className={css.erasureState} data-state={state}>
      {t(`state.${state}`, {
        day: date(state === 'waiting' || state === 'held' ? dueAt : (endedAt ?? dueAt)),
        numbers: heldNumbers.join(', '),
      })}
    </span>
  )
}

function UndoButton({ erasure }: { erasure: Erasure }) {
  const t = useTexts('patients.erasures')
  const texts = useTexts()
  const write = useWrite('erasures.undo')
  if (erasure.state !== 'waiting') return null
  const isProposal = erasure.kind === 'retention'
  const undo = async () => {
    if (await write.send({ body: { id: erasure.id } }))
      showNotice({ level: 'info', text: t(isProposal ? 'kept' : 'undone') })
  }
  return (
    <Button
      variant="default"
      size="xs"
      loading={write.isBusy}
      aria-label={t(isProposal ? 'keepFor' : 'undoFor', { name: erasure.patientName ?? erasure.code })}
      onClick={() => void undo()}
    >
      {texts(isProposal ? 'patients.erasures.keep' : 'common.do.undo')}
    </Button>
  )
}
