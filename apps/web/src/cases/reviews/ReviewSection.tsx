import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type OrderDetail, type Party, type Review, type ReviewStep, reviewAspects } from '@pontic/contract'
import { useEffect, useRef, useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFailureText } from '../../frame/failures.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { hasPermission } from '../../frame/screens.ts'
import { portal, useSession } from '../../frame/session.ts'
import { saveFile } from '../../ui/download.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconEyeCheck, IconFileTypePdf } from '../../ui/icons.ts'
import { AspectPins } from '../conversation/pins/PinChips.tsx'
import { partyOf, reviewAnchor } from '../orders/actions/order-actions.ts'
import { showFailure } from '../orders/actions/use-order-write.ts'
import { reviewTexts } from '../orders/task-titles.ts'
import { JudgeForm } from './JudgeForm.tsx'
import css from './Review.module.css'
import { aspectTexts, stepTexts, verdictTexts } from './review-texts.ts'

const designKinds: readonly ReviewStep['kind'][] = ['requested', 'reopened', 'files']

/** The newest step that names the files under review. */
const designOf = (steps: readonly ReviewStep[]) => steps.findLast(({ kind }) => designKinds.includes(kind))

/** The design review of a case: its state, the form in which the clinic assesses the design, and the record of all steps. */
export function ReviewSection({ detail: { order } }: { detail: OrderDetail }) {
  const t = useTexts()
  const session = useSession()
  const read = useRead('reviews.get', { params: { id: order.id } })
  const box = useRef<HTMLDivElement>(null)
  const party = (session && partyOf(order, session)) ?? 'clinic'
  const isLoaded = read.data !== undefined
  useEffect(() => {
    if (isLoaded && location.hash === `#${reviewAnchor}`) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded])
  if (read.failure && !read.data) return <ErrorState {...read.failure} onRetry={read.refetch} />
  if (!read.data) return <Skeleton height={64} />
  const { state, steps } = read.data
  const design = designOf(steps)
  const mayJudge = party === 'clinic' && hasPermission(session, 'review.judge')
  const isJudging = state === 'requested' && order.status === 'accepted' && mayJudge && design !== undefined
  const isOurs = isJudging || (party === 'lab' && state === 'changes_asked')
  return (
    <Stack
      ref={box}
      component="section"
      tabIndex={-1}
      id={reviewAnchor}
      className={css.review}
      data-ours={isOurs || undefined}
      data-state={state}
      gap={10}
      aria-label={t('review.title')}
    >
      <Group gap={10} wrap="nowrap" align="flex-start">
        <IconEyeCheck />
        <div>
          <Text component="strong" fw={600}>
            {state === 'none' && !read.data.isRequired ? t('review.title') : t(reviewTexts[state])}
          </Text>
          <Text fz="sm">{design && t('review.version', { version: design.version })}</Text>
        </div>
      </Group>
      <Hint review={read.data} party={party} names={{ clinic: order.clinicName, lab: order.labName ?? '' }} />
      {isJudging && (
        <JudgeForm key={design.id} orderId={order.id} design={design} earlier={lastChanges(steps)} />
      )}
      {state === 'changes_asked' && <Verdicts step={lastChanges(steps)} />}
      {steps.length > 0 && <StepRecord steps={steps} />}
      {steps.length > 0 && <RecordButton orderId={order.id} number={order.number} />}
    </Stack>
  )
}

const lastChanges = (steps: readonly ReviewStep[]) => steps.findLast(({ kind }) => kind === 'changes')

/** A sentence that says what happens next. */
function Hint(props: { review: Review; party: Party; names: { clinic: string; lab: string } }) {
  const t = useTexts('review')
  const { review, party, names } = props
  const { state, isRequired } = review
  if (state === 'requested') return party === 'lab' ? <p>{t('waitsForClinic', names)}</p> : null
  if (state === 'changes_asked') return party === 'clinic' ? <p>{t('waitsForLab', names)}</p> : null
  if (state === 'approved' || !isRequired) return null
  return <p>{party === 'lab' ? t('beforeShipping') : t('announced', names)}</p>
}

/** The aspects that the clinic wants to have changed, with all notes. */
function Verdicts({ step, hasAll = false }: { step: ReviewStep | undefined; hasAll?: boolean }) {
  const t = useTexts()
  const aspects = step?.aspects
  if (!step || !aspects) return null
  const shown = reviewAspects.filter(
    (aspect) => hasAll || aspects[aspect].verdict === 'change' || aspects[aspect].note !== '',
  )
  return (
    <dl className={css.verdicts}>
      {shown.map((aspect) => {
        const { verdict, note } = aspects[aspect]
        return (
          <div key={aspect} data-verdict={verdict}>
            <dt>{t(aspectTexts[aspect])}</dt>
            <dd>
              {t(verdictTexts[verdict])}
              {note && <span className={css.note}>{note}</span>}
              <AspectPins stepId={step.id} aspect={aspect} />
            </dd>
          </div>
        )
      })}
      {step.note && !hasAll && <div className={css.note}>{step.note}</div>}
    </dl>
  )
}

/** All steps, newest first, folded away. */
function StepRecord({ steps }: { steps: readonly ReviewStep[] }) {
  const t = useTexts()
  const { moment, size } = useFormats()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={css.record} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('review.earlier')}</summary>
      {isOpen && (
        <ol>
          {steps.toReversed().map((step) => (
            <li key={step.id}>
              <strong>
                {t(stepTexts[step.kind])}
                {step.version > 0 && ` · ${t('review.version', { version: step.version })}`}
              </strong>
              <div className="meta">
                {moment(step.at)} · {step.by}, {step.organizationName}
              </div>
              {step.note && <div className={css.note}>{step.note}</div>}
              <Verdicts step={step} hasAll />
              {step.files.map((file) => (
                <div key={file.fileId} className={css.file}>
                  {file.name} <span className="meta figures">{size(file.sizeBytes)}</span>
                  <code title={file.sha256}>SHA-256 {file.sha256.slice(0, 16)}…</code>
                </div>
              ))}
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}

/** Saves the record as a PDF. */
function RecordButton({ orderId, number }: { orderId: string; number: string }) {
  const t = useTexts('review')
  const toFailure = useFailureText()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const response = await portal.call('reviews.download', { params: { id: orderId } })
      saveFile(await (response as unknown as Response).blob(), `${number}-design-review.pdf`)
    } catch (error) {
      showFailure(toFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconFileTypePdf size={16} />}
      loading={isBusy}
      onClick={() => void save()}
    >
      {t('record')}
    </Button>
  )
}
