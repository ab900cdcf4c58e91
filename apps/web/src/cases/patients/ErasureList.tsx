import { Button, Text } from '@mantine/core'
import type { Erasure } from '@pontic/contract'
import { clsx } from 'clsx'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { DateText } from '../../ui/formats.tsx'
import { Section } from '../../ui/Page.tsx'
import { StepList, useSteps } from '../../ui/StepList.tsx'
import { useWriteNotice } from '../../ui/use-write-notice.ts'
import css from './Patients.module.css'

/** The erasures of the clinic in every state, with a button that undoes a pending one. */
export function ErasureList() {
  const t = useTexts('patients.erasures')
  const common = useTexts('common')
  const steps = useSteps()
  const list = useRead('erasures.list', { body: steps.body })
  return (
    <Section title={common('label.erasures')}>
      <StepList list={list} steps={steps} skeletonPx={72} empty={<Text c="dimmed">{t('none')}</Text>}>
        {(erasures) => (
          <ul className={css.erasureList} aria-label={common('label.erasures')}>
            {erasures.map((erasure) => (
              <ErasureItem key={erasure.id} erasure={erasure} />
            ))}
          </ul>
        )}
      </StepList>
    </Section>
  )
}

const numbersShown = 6

function ErasureItem({ erasure }: { erasure: Erasure }) {
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

/**
 * The state of an erasure as coloured text, with the day on which it is due or was finished or undone. A held erasure shows the
 * cases that it waits for instead.
 */
function ErasureState({ erasure }: { erasure: Erasure }) {
  const t = useTexts('patients.erasures')
  const { date } = useFormats()
  const { state, dueAt, endedAt, heldNumbers } = erasure
  return (
    <span className={css.erasureState} data-state={state}>
      {t(`state.${state}`, {
        day: date(state === 'waiting' ? dueAt : (endedAt ?? dueAt)),
        numbers: heldNumbers.join(', '),
      })}
    </span>
  )
}

function UndoButton({ erasure }: { erasure: Erasure }) {
  const t = useTexts('patients.erasures')
  const texts = useTexts()
  const { send, isBusy } = useWriteNotice('erasures.undo')
  if (erasure.state !== 'waiting') return null
  const isProposal = erasure.kind === 'retention'
  return (
    <Button
      variant="default"
      size="xs"
      loading={isBusy}
      aria-label={t(isProposal ? 'keepFor' : 'undoFor', { name: erasure.patientName ?? erasure.code })}
      onClick={() => void send({ body: { id: erasure.id } }, t(isProposal ? 'kept' : 'undone'))}
    >
      {texts(isProposal ? 'patients.erasures.keep' : 'common.do.undo')}
    </Button>
  )
}
