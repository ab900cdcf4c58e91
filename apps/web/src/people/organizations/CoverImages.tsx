import { ActionIcon, Button } from '@mantine/core'
import { limits } from '@pontic/contract'
import { clsx } from 'clsx'
import { useId, useRef } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import imageFieldCss from '../../ui/ImageField.module.css'
import { ImageRules, useImagePicking } from '../../ui/ImageField.tsx'
import { ImageView } from '../../ui/ImageView.tsx'
import { IconArrowLeft, IconArrowRight, IconPlus, IconTrash } from '../../ui/icons.ts'
import css from './Organization.module.css'
import { useSave } from './use-save.ts'

/** The cover images of the user's organization in their order. Each change is saved immediately. */
export function CoverImages({ imageIds }: { imageIds: readonly string[] }) {
  const t = useTexts('organizations')
  const { save, isBusy } = useSave()
  const ids = { label: useId(), rules: useId() }
  const add = useRef<HTMLButtonElement>(null)
  const set = (next: readonly string[]) => save({ coverImageIds: [...next] })
  const picking = useImagePicking('cover', (image) => void set([...imageIds, image.id]))
  const isFull = imageIds.length >= limits.coverImagesMax
  const remove = async (id: string) => {
    await set(imageIds.filter((one) => one !== id))
    // The pressed button disappears with its picture, so the focus moves to the button that adds a picture.
    add.current?.focus()
  }
  return (
    <fieldset className={css.covers} aria-labelledby={ids.label} aria-describedby={ids.rules}>
      <span className="mantine-InputWrapper-label" id={ids.label}>
        {t('covers')}
      </span>
      <span className="meta" id={ids.rules}>
        {t('coversHelp', { max: limits.coverImagesMax })} <ImageRules purpose="cover" />
      </span>
      <CoverList imageIds={imageIds} isBusy={isBusy} onSet={set} onRemove={remove} />
      <div>
        <Button
          ref={add}
          variant="default"
          leftSection={<IconPlus />}
          loading={picking.isBusy}
          disabled={isFull}
          onClick={picking.choose}
        >
          {t('addCover')}
        </Button>
      </div>
      {isFull && <span className="meta">{t('coverFull')}</span>}
      {picking.error && (
        <p className={clsx(imageFieldCss.imageFieldError, 'mantine-InputWrapper-error')} role="alert">
          {picking.error}
        </p>
      )}
      {picking.field}
      {picking.dialog}
    </fieldset>
  )
}

function CoverList(props: {
  imageIds: readonly string[]
  isBusy: boolean
  onSet: (ids: readonly string[]) => unknown
  onRemove: (id: string) => unknown
}) {
  const t = useTexts('organizations')
  const { imageIds, isBusy } = props
  if (imageIds.length === 0) return null
  return (
    <ol className={css.coverList}>
      {imageIds.map((id, at) => (
        <li key={id}>
          <ImageView
            imageId={id}
            alt={t('cover', { number: at + 1 })}
            className={css.coverPicture}
            fallback={<span className={css.coverPicture} />}
          />
          <CoverButtons
            at={at}
            count={imageIds.length}
            isBusy={isBusy}
            onMove={(by) => props.onSet(moved(imageIds, at, by))}
            onRemove={() => props.onRemove(id)}
          />
        </li>
      ))}
    </ol>
  )
}

function CoverButtons(props: {
  at: number
  count: number
  isBusy: boolean
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}) {
  const t = useTexts('organizations')
  const { at, count, isBusy } = props
  const number = at + 1
  return (
    <span className={css.coverButtons}>
      <ActionIcon
        aria-label={t('coverForward', { number })}
        disabled={isBusy || at === 0}
        onClick={() => props.onMove(-1)}
      >
        <IconArrowLeft />
      </ActionIcon>
      <ActionIcon
        aria-label={t('coverBack', { number })}
        disabled={isBusy || at === count - 1}
        onClick={() => props.onMove(1)}
      >
        <IconArrowRight />
      </ActionIcon>
      <ActionIcon aria-label={t('coverRemove', { number })} disabled={isBusy} onClick={props.onRemove}>
        <IconTrash />
      </ActionIcon>
    </span>
  )
}

function moved(ids: readonly string[], at: number, by: 1 | -1): string[] {
  const next = [...ids]
  const [id] = next.splice(at, 1)
  if (id !== undefined) next.splice(at + by, 0, id)
  return next
}
