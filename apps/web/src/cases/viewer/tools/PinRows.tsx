import { Button, Skeleton } from '@mantine/core'
import type { Pin } from '@pontic/contract'
import { useEffect, useMemo, useRef } from 'react'
import { useWrite } from '../../../frame/api.ts'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconCheck, IconMessage2, IconRotate2 } from '../../../ui/icons.ts'
import { showPin, usePinDesk } from '../../conversation/pins/pin-desk.ts'
import { usePins } from '../../conversation/pins/use-pins.ts'
import { conversationId, messageAnchor } from '../../conversation/use-conversation.ts'
import { reviewAnchor } from '../../orders/actions/order-actions.ts'
import { aspectTexts } from '../../reviews/review-texts.ts'
import { listReplacedScans, type PlannedScan } from '../scan-plan.ts'
import pinCss from './Pins.module.css'
import css from './Tools.module.css'
import type { ToolProps } from './tool-props.ts'

/** The pins of the case: each shows its place, and can be resolved. @param props.mayWrite whether the user may resolve them */
export function PinRows({ mayWrite, nameOf, scans }: ToolProps & { mayWrite: boolean }) {
  const t = useTexts('viewer.pins')
  const viewer = useTexts('viewer')
  const desk = usePinDesk()
  const { pins, isLoading, failure, refetch } = usePins()
  const hasResolved = desk.hasResolved.useValue()
  const replaced = useMemo(() => listReplacedScans(scans), [scans])
  if (failure) return <ErrorState {...failure} onRetry={refetch} />
  if (isLoading) return <Skeleton height={48} />
  const shown = pins.filter(({ resolvedAt }) => hasResolved || resolvedAt === null)
  const isAnyResolved = pins.some(({ resolvedAt }) => resolvedAt !== null)
  return (
    <>
      {isAnyResolved && (
        <label className={pinCss.check}>
          <input
            type="checkbox"
            checked={hasResolved}
            onChange={(event) => desk.hasResolved.set(event.currentTarget.checked)}
          />
          {t('showResolved')}
        </label>
      )}
      {pins.length === 0 && <p className="meta">{t('empty')}</p>}
      {shown.length > 0 && (
        <ul className={css.rows} aria-label={viewer('tools.pins')}>
          {shown.map((pin) => (
            <PinRow
              key={pin.id}
              pin={pin}
              scanName={nameOf(pin.file.id) || pin.file.name}
              fault={faultOf(pin, scans, replaced)}
              mayWrite={mayWrite}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function faultOf({ file }: Pin, scans: readonly PlannedScan[], replaced: ReadonlySet<string>) {
  if (file.isRemoved || !scans.some((scan) => scan.file.id === file.id)) return 'gone'
  return replaced.has(file.id) ? 'older' : undefined
}

type RowProps = { pin: Pin; scanName: string; fault: 'gone' | 'older' | undefined; mayWrite: boolean }

function PinRow({ pin, scanName, fault, mayWrite }: RowProps) {
  const t = useTexts('viewer.pins')
  const all = useTexts()
  const { moment } = useFormats()
  const desk = usePinDesk()
  const row = useRef<HTMLLIElement>(null)
  const isSelected = desk.selected.useValue() === pin.id
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const isResolved = pin.resolvedAt !== null
  const about = [
    scanName,
    ...(pin.file.version === null ? [] : [all('review.version', { version: pin.file.version })]),
    ...(pin.aspect === null ? [] : [all(aspectTexts[pin.aspect])]),
  ]
  return (
    <li
      ref={row}
      className={pinCss.row}
      data-selected={isSelected || undefined}
      data-resolved={isResolved || undefined}
    >
      <button
        type="button"
        className={pinCss.open}
        aria-pressed={isSelected}
        onClick={() => showPin(desk, pin)}
      >
        <strong>{t('number', { number: pin.number })}</strong>
        {pin.text && <span className={pinCss.text}>{pin.text}</span>}
      </button>
      <p className="meta">{about.join(' · ')}</p>
      <p className="meta">
        {pin.by} · <time dateTime={pin.at}>{moment(pin.at)}</time>
      </p>
      {pin.resolvedBy !== null && <p className="meta">{t('resolvedBy', { name: pin.resolvedBy })}</p>}
      {fault && <p className={css.notice}>{t(fault)}</p>}
      <div className={pinCss.actions}>
        {mayWrite && <ResolveButton pin={pin} />}
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconMessage2 size={14} />}
          onClick={() => showMessage(pin)}
        >
          {t('goTo')}
        </Button>
      </div>
    </li>
  )
}

function ResolveButton({ pin }: { pin: Pin }) {
  const t = useTexts('viewer.pins')
  const resolve = useWrite('conversation.resolvePin')
  const reopen = useWrite('conversation.reopenPin')
  const isOpen = pin.resolvedAt === null
  const Icon = isOpen ? IconCheck : IconRotate2
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={resolve.isBusy || reopen.isBusy}
      leftSection={<Icon size={14} />}
      onClick={() => void (isOpen ? resolve : reopen).send({ body: { pinId: pin.id } })}
    >
      {isOpen ? t('resolve') : t('reopen')}
    </Button>
  )
}

/** Scrolls to the message or the design review of a pin, and moves the focus there. */
function showMessage({ messageId }: Pin): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  const anchors = messageId === null ? [reviewAnchor] : [messageAnchor(messageId), conversationId]
  const element = anchors.map((id) => document.getElementById(id)).find((one) => one !== null)
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
