import { ActionIcon, Button, Group, Stack, Textarea } from '@mantine/core'
import { limits, type NewPin } from '@pontic/contract'
import { clsx } from 'clsx'
import { type ClipboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useFileDrop } from '../../ui/file-drop.ts'
import { ImageView } from '../../ui/ImageView.tsx'
import { IconPhoto, IconX } from '../../ui/icons.ts'
import { useDraft } from '../../ui/use-draft.ts'
import listCss from '../lists.module.css'
import { SmallButton } from '../orders/buttons.tsx'
import css from './MessageBox.module.css'
import { PinButton, PinDrafts } from './pins/PinDrafts.tsx'
import { type PinTarget, removeSent, toNewPins, useDraftPins, usePinDesk } from './pins/pin-desk.ts'
import { usePhotos } from './use-photos.ts'

/** A message that is being written: a text and the ids of uploaded photos. */
type MessageDraft = { readonly text: string; readonly imageIds: readonly string[] }

const nothing: MessageDraft = { text: '', imageIds: [] }

const isNothing = ({ text, imageIds }: MessageDraft) => text === '' && imageIds.length === 0

/** Stores a message that is being written. @param draft the storage key @returns `forget` deletes the stored draft */
export function useMessageDraft(draft: string) {
  const [written, setWritten] = useDraft(draft, nothing, isNothing)
  const forget = useCallback(() => setWritten(nothing), [setWritten])
  return { written, setWritten, forget }
}

type WritingState = ReturnType<typeof useMessageDraft>

/**
 * The field of a message. Photos can be selected, taken with the camera, dropped or pasted.
 * @param props.foot more buttons below the field
 * @param props.onSubmit called on Ctrl+Enter or ⌘+Enter
 * @param props.onBusy called when the upload of photos starts and ends
 * @param props.pins what new pins belong to; without it, no pins can be set
 * @param props.onPinsSet called when the user comes back after setting pins
 */
export function MessageField(props: {
  state: WritingState
  label: string
  isLabelShown?: boolean
  placeholder?: string
  error?: ReactNode
  foot?: ReactNode
  onSubmit?: () => void
  onBusy?: (isBusy: boolean) => void
  pins?: PinTarget
  onPinsSet?: () => void
}) {
  const { written, setWritten } = props.state
  const setIds = useCallback(
    (change: (ids: readonly string[]) => readonly string[]) =>
      setWritten((before) => ({ ...before, imageIds: change(before.imageIds) })),
    [setWritten],
  )
  const photos = usePhotos(written.imageIds, setIds)
  const { isOver, dropProps } = useFileDrop((files) => void photos.add(files.map(({ file }) => file)))
  const { onBusy } = props
  useEffect(() => onBusy?.(photos.isBusy), [onBusy, photos.isBusy])
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files].filter((file) => file.type.startsWith('image/'))
    if (files.length === 0) return
    event.preventDefault()
    void photos.add(files)
  }
  return (
    <Stack className={css.field} gap={8} data-over={isOver || undefined} {...dropProps}>
      <Textarea
        label={props.isLabelShown ? props.label : undefined}
        aria-label={props.isLabelShown ? undefined : props.label}
        placeholder={props.placeholder}
        value={written.text}
        maxLength={limits.messageLengthMax}
        autosize
        minRows={2}
        maxRows={8}
        error={props.error ?? photos.error}
        onPaste={paste}
        onChange={(event) => {
          const text = event.currentTarget.value
          setWritten((before) => ({ ...before, text }))
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onSubmit?.()
        }}
      />
      <PhotoStrip ids={written.imageIds} waiting={photos.waiting} setIds={setIds} />
      {props.pins && <PinDrafts target={props.pins} />}
      <Group justify="space-between" gap={6}>
        <Group gap={2}>
          <PhotoButton onFiles={(files) => void photos.add(files)} />
          {props.pins && (
            <PinButton
              target={props.pins}
              {...(props.onPinsSet === undefined ? {} : { onReturn: props.onPinsSet })}
            />
          )}
        </Group>
        {props.foot}
      </Group>
    </Stack>
  )
}

function PhotoStrip(props: {
  ids: readonly string[]
  waiting: number
  setIds: (change: (ids: readonly string[]) => readonly string[]) => void
}) {
  const t = useTexts('conversation')
  if (props.ids.length === 0 && props.waiting === 0) return null
  return (
    <Group
      component="ul"
      className={clsx(css.photos, listCss.plain)}
      gap={8}
      aria-label={t('photosAttached')}
    >
      {props.ids.map((id, index) => (
        <li key={id}>
          <ImageView imageId={id} alt={t('photo', { number: index + 1 })} />
          <ActionIcon
            className={css.remove}
            size={24}
            variant="default"
            aria-label={t('removePhoto', { number: index + 1 })}
            onClick={() => props.setIds((before) => before.filter((one) => one !== id))}
          >
            <IconX size={14} />
          </ActionIcon>
        </li>
      ))}
      {Array.from({ length: props.waiting }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <li key={`waiting-${index}`} aria-label={t('photoComing')} />
      ))}
    </Group>
  )
}

function PhotoButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTexts('conversation')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <>
      <SmallButton icon={IconPhoto} color="gray" aria-describedby={id} onClick={() => input.current?.click()}>
        {t('addPhotos')}
      </SmallButton>
      <span id={id} className="only-read">
        {t('photoRules', { max: limits.messageImagesMax })}
      </span>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        multiple
        hidden
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // Without this, selecting the same file again would fire no change event.
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

/**
 * The field of a message with a button that sends it.
 * @param props.onSend returns whether the message was sent. If it was, the stored draft is deleted
 * @param props.needsText whether a text is required even with photos or pins
 */
export function MessageBox(props: {
  draft: string
  label: string
  isLabelShown?: boolean
  placeholder?: string
  send: string
  isFilled?: boolean
  needsText?: boolean
  pins?: PinTarget
  onSend: (written: MessageDraft & { readonly pins: NewPin[] }) => Promise<boolean>
}) {
  const state = useMessageDraft(props.draft)
  const desk = usePinDesk()
  const pins = useDraftPins(props.pins)
  const form = useRef<HTMLFormElement>(null)
  const [isSending, setSending] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const { written, forget } = state
  const isEmpty =
    written.text.trim() === '' && (props.needsText || (written.imageIds.length === 0 && pins.length === 0))
  const send = async () => {
    if (isEmpty || isSending || isLoading) return
    setSending(true)
    const isSent = await props.onSend({ ...written, pins: toNewPins(pins) })
    setSending(false)
    if (!isSent) return
    forget()
    if (props.pins) removeSent(desk, props.pins, pins)
  }
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <MessageField
        state={state}
        label={props.label}
        isLabelShown={props.isLabelShown ?? false}
        {...(props.placeholder ? { placeholder: props.placeholder } : {})}
        onSubmit={() => void send()}
        onBusy={setLoading}
        {...(props.pins ? { pins: props.pins } : {})}
        onPinsSet={() => form.current?.querySelector('textarea')?.focus()}
        foot={
          <Group component="span" gap={6} ml="auto">
            <Button
              type="submit"
              size="xs"
              variant={props.isFilled ? 'filled' : 'default'}
              disabled={isEmpty || isLoading}
              loading={isSending}
            >
              {props.send}
            </Button>
          </Group>
        }
      />
    </form>
  )
}
