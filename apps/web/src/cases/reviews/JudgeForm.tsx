import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import {
  type AspectVerdict,
  aspectVerdicts,
  limits,
  type NewReviewPin,
  type ReviewAspect,
  type ReviewStep,
  reviewAspects,
} from '@pontic/contract'
import { useId, useRef, useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { AspectPins } from '../conversation/pins/PinChips.tsx'
import { PinButton, PinDrafts } from '../conversation/pins/PinDrafts.tsx'
import { removeSent, toNewPins, usePinDesk } from '../conversation/pins/pin-desk.ts'
import { useOrderWrite } from '../orders/actions/use-order-write.ts'
import css from './Review.module.css'
import { aspectTexts, verdictTexts } from './review-texts.ts'

type Judged = { verdict?: AspectVerdict; note: string }
type Assessment = { aspects: Readonly<Record<ReviewAspect, Judged>>; note: string }

const each = (aspects: (aspect: ReviewAspect) => Judged): Assessment['aspects'] => ({
  margin: aspects('margin'),
  contacts: aspects('contacts'),
  occlusion: aspects('occlusion'),
  shape: aspects('shape'),
  shade: aspects('shade'),
  insertion: aspects('insertion'),
})

const blank: Assessment = { aspects: each(() => ({ note: '' })), note: '' }

const isBlank = ({ aspects, note }: Assessment) =>
  note === '' && reviewAspects.every((aspect) => !aspects[aspect].verdict && !aspects[aspect].note)

/**
 * The form in which the clinic assesses a design, beside the scans on the same page. Each aspect needs a verdict; one button sets
 * the missing ones to "fine". The browser keeps the input until it is sent.
 * @param props.earlier the step in which the clinic asked for changes of an earlier version
 */
export function JudgeForm(props: { orderId: string; design: ReviewStep; earlier: ReviewStep | undefined }) {
  const t = useTexts('review')
  const fields = useTexts('fields')
  const labels = useTexts('prescription.fields')
  const { orderId, design, earlier } = props
  const [draft, setDraft] = useDraft(`review.${design.id}`, blank, isBlank)
  const [error, setError] = useState<'verdict' | 'note'>()
  const judge = useJudge(orderId, design.id)
  const desk = usePinDesk()
  const drafts = desk.drafts.useValue()
  const pins = reviewAspects.flatMap((aspect) =>
    toNewPins(drafts[aspect] ?? []).map((pin) => ({ ...pin, aspect })),
  )
  const { aspects, note } = draft
  const set = (aspect: ReviewAspect, change: Partial<Judged>) =>
    setDraft((before) => ({
      ...before,
      aspects: { ...before.aspects, [aspect]: { ...before.aspects[aspect], ...change } },
    }))
  const isMissing = (aspect: ReviewAspect) => aspects[aspect].verdict === undefined
  const hasChange = reviewAspects.some((aspect) => aspects[aspect].verdict === 'change')
  const hasNote =
    [note, ...reviewAspects.map((aspect) => aspects[aspect].note)].some((text) => text.trim() !== '') ||
    pins.some((pin) => pin.note !== '')
  const send = async (isApproved: boolean) => {
    if (reviewAspects.some(isMissing)) return setError('verdict')
    if (!isApproved && !hasNote) return setError('note')
    if (!(await judge.send(isApproved, draft, pins))) return
    setDraft(blank)
    for (const aspect of reviewAspects) removeSent(desk, aspect, drafts[aspect] ?? [])
  }
  return (
    <Stack gap={12}>
      <DesignFiles design={design} earlier={earlier} />
      {design.note && <Text className={css.note}>{design.note}</Text>}
      {reviewAspects.map((aspect) => (
        <AspectField
          key={aspect}
          aspect={aspect}
          judged={aspects[aspect]}
          earlier={earlier}
          error={error === 'verdict' && isMissing(aspect) ? fields('required') : undefined}
          onChange={(change) => set(aspect, change)}
        />
      ))}
      {reviewAspects.some(isMissing) && (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            setDraft((before) => ({
              ...before,
              aspects: each((aspect) => ({ verdict: 'fine', ...before.aspects[aspect] })),
            }))
          }
        >
          {t('allFine')}
        </Button>
      )}
      <Textarea
        label={labels('note')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.reviewNoteLengthMax}
        value={note}
        error={error === 'note' && !hasNote ? fields('required') : undefined}
        onChange={(event) => {
          const text = event.currentTarget.value
          setDraft((before) => ({ ...before, note: text }))
        }}
      />
      <Group gap={8} grow preventGrowOverflow={false}>
        {!hasChange && (
          <Button loading={judge.isBusy} onClick={() => void send(true)}>
            {t('approve')}
          </Button>
        )}
        <Button
          variant={hasChange ? 'filled' : 'default'}
          loading={judge.isBusy}
          onClick={() => void send(false)}
        >
          {t('askChanges')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Sends an assessment in which each aspect has a verdict. */
function useJudge(orderId: string, stepId: string) {
  const approve = useOrderWrite('reviews.approve', { orderId })
  const askChanges = useOrderWrite('reviews.askChanges', { orderId })
  const send = async (
    isApproved: boolean,
    { aspects, note }: Assessment,
    pins: NewReviewPin[],
  ): Promise<boolean> => {
    const given = <Verdict extends AspectVerdict>() =>
      each((aspect) => aspects[aspect]) as Record<ReviewAspect, { verdict: Verdict; note: string }>
    const target = { orderId, stepId, note, pins }
    const reply = isApproved
      ? await approve.send({ body: { ...target, aspects: given<'fine' | 'not_applicable'>() } })
      : await askChanges.send({ body: { ...target, aspects: given<AspectVerdict>() } })
    return reply !== undefined
  }
  return { send, isBusy: approve.isBusy || askChanges.isBusy }
}

/** The files under review; those that the earlier version did not have are marked. */
function DesignFiles({ design, earlier }: { design: ReviewStep; earlier: ReviewStep | undefined }) {
  const t = useTexts('review')
  const { size } = useFormats()
  const seen = new Set(earlier?.files.map(({ sha256 }) => sha256))
  return (
    <ul className={css.files}>
      {design.files.map((file) => (
        <li key={file.fileId}>
          {file.name} <span className="meta figures">{size(file.sizeBytes)}</span>
          {earlier && !seen.has(file.sha256) && <span className={css.fresh}>{t('newFile')}</span>}
        </li>
      ))}
    </ul>
  )
}

function AspectField(props: {
  aspect: ReviewAspect
  judged: Judged
  earlier: ReviewStep | undefined
  error: string | undefined
  onChange: (change: Partial<Judged>) => void
}) {
  const t = useTexts()
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const { aspect, judged, earlier, error, onChange } = props
  const asked = earlier?.aspects?.[aspect]
  const name = t(aspectTexts[aspect])
  return (
    <div ref={field} className={css.aspect} data-aspect={aspect}>
      <span id={id} className={css.aspectName}>
        {name}
      </span>
      {earlier && asked?.verdict === 'change' && (
        <div className={css.asked}>
          {t('review.asked', { version: earlier.version })}
          {asked.note && <span className={css.note}>{asked.note}</span>}
          <AspectPins stepId={earlier.id} aspect={aspect} />
        </div>
      )}
      <SegmentedControl
        aria-labelledby={id}
        size="xs"
        fullWidth
        value={judged.verdict ?? ''}
        onChange={(verdict) => onChange({ verdict: verdict as AspectVerdict })}
        data={aspectVerdicts.map((value) => ({ value, label: t(verdictTexts[value]) }))}
      />
      {judged.verdict === 'change' && (
        <Textarea
          aria-label={t('review.noteOn', { aspect: name })}
          placeholder={t('review.noteOn', { aspect: name })}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={limits.reviewNoteLengthMax}
          value={judged.note}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
      )}
      <PinDrafts target={aspect} />
      {judged.verdict === 'change' && (
        <span>
          <PinButton target={aspect} onReturn={() => field.current?.scrollIntoView({ block: 'center' })} />
        </span>
      )}
      {error && (
        <Text c="red" fz="sm" role="alert">
          {error}
        </Text>
      )}
    </div>
  )
}
