import type { Pin } from '@pontic/contract'
import { useTexts } from '../../../frame/i18n.tsx'
import { ImageView } from '../../../ui/ImageView.tsx'
import { IconCheck, IconMapPin } from '../../../ui/icons.ts'
import css from './Pins.module.css'
import { showPin, usePinDesk } from './pin-desk.ts'
import { usePins } from './use-pins.ts'

/** The pins of a message: each opens the 3D view with its camera. */
export function MessagePins({ pins }: { pins: readonly Pick<Pin, 'id' | 'number'>[] }) {
  const known = usePins(pins.length > 0)
  const found = new Map(known.pins.map((pin) => [pin.id, pin]))
  return <Chips pins={pins.map((pin) => found.get(pin.id) ?? pin)} />
}

/** The pins of an assessed aspect. */
export function AspectPins({ stepId, aspect }: { stepId: string; aspect: Pin['aspect'] }) {
  const { pins } = usePins()
  return <Chips pins={pins.filter((pin) => pin.stepId === stepId && pin.aspect === aspect)} />
}

function Chips({ pins }: { pins: readonly (Pin | Pick<Pin, 'id' | 'number'>)[] }) {
  const t = useTexts('viewer.pins')
  const desk = usePinDesk()
  const hasScans = desk.hasScans.useValue()
  if (pins.length === 0) return null
  return (
    <ul className={css.chips}>
      {pins.map((pin) => {
        const whole = 'note' in pin ? pin : undefined
        const isResolved = whole !== undefined && whole.resolvedAt !== null
        const Icon = isResolved ? IconCheck : IconMapPin
        const label = (
          <>
            <Icon size={16} />
            <span>
              <strong>{t('number', { number: pin.number })}</strong>
              {whole?.note && <span className={css.note}>{whole.note}</span>}
              {whole?.resolvedBy && (
                <span className="meta">{t('resolvedBy', { name: whole.resolvedBy })}</span>
              )}
            </span>
            {whole?.image && <ImageView className={css.thumb} imageId={whole.image.id} alt="" />}
          </>
        )
        return (
          <li key={pin.id} data-resolved={isResolved || undefined}>
            {whole && hasScans ? (
              <button type="button" className={css.chip} onClick={() => showPin(desk, whole)}>
                {label}
              </button>
            ) : (
              <span className={css.chip}>{label}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
