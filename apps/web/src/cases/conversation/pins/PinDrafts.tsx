import { ActionIcon, Textarea } from '@mantine/core'
import { limits } from '@pontic/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { ImageView } from '../../../ui/ImageView.tsx'
import { IconMapPin, IconX } from '../../../ui/icons.ts'
import { SmallButton } from '../../orders/buttons.tsx'
import css from './Pins.module.css'
import {
  changeDrafts,
  type PinDraft,
  type PinTarget,
  placePins,
  useDraftPins,
  usePinDesk,
} from './pin-desk.ts'

/** The pins that will be sent with a form: their notes can be changed, and each can be removed. */
export function PinDrafts(props: { target: PinTarget; partOf?: (pin: PinDraft) => ReactNode }) {
  const t = useTexts('viewer.pins')
  const desk = usePinDesk()
  const drafts = useDraftPins(props.target)
  if (drafts.length === 0) return null
  const change = (key: string, next: Partial<PinDraft> | undefined) =>
    changeDrafts(desk, props.target, (list) =>
      list.flatMap((pin) => (pin.key !== key ? [pin] : next ? [{ ...pin, ...next }] : [])),
    )
  return (
    <ul className={css.drafts}>
      {drafts.map((pin, index) => (
        <li key={pin.key} data-draft={pin.key}>
          <div className={css.draftHead}>
            <IconMapPin size={16} />
            <span className="one-line">
              {t('draft')} · {pin.fileName}
            </span>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={`${t('remove')}: ${index + 1}`}
              onClick={() => change(pin.key, undefined)}
            >
              <IconX size={14} />
            </ActionIcon>
          </div>
          <Textarea
            size="xs"
            aria-label={t('note')}
            placeholder={t('note')}
            autosize
            minRows={1}
            maxRows={5}
            maxLength={limits.pinNoteLengthMax}
            value={pin.note}
            onChange={(event) => change(pin.key, { note: event.currentTarget.value })}
          />
          {pin.imageId !== null && <ImageView className={css.thumb} imageId={pin.imageId} alt="" />}
          {props.partOf?.(pin)}
        </li>
      ))}
    </ul>
  )
}

/** Opens the tool that sets pins in the 3D view. Empty without a 3D view. @param props.onReturn as for `placePins` */
export function PinButton({ target, onReturn }: { target: PinTarget; onReturn?: () => void }) {
  const t = useTexts('viewer.pins')
  const desk = usePinDesk()
  if (!desk.hasScans.useValue() || desk.orderId === '') return null
  return (
    <SmallButton icon={IconMapPin} color="gray" onClick={() => placePins(desk, target, onReturn)}>
      {t('add')}
    </SmallButton>
  )
}
