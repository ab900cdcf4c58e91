import { ActionIcon, Group } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { ImageView } from '../../ui/ImageView.tsx'
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts'
import css from './Conversation.module.css'

/** Shows the photos of a message one at a time. The arrow keys switch between them. @param props.index index of the photo shown first */
export function PhotoDialog(props: {
  ids: readonly string[]
  index: number
  isOpen: boolean
  onClose: () => void
}) {
  const t = useTexts('conversation')
  const pictures = useTexts('orders.pictures')
  const [index, setIndex] = useState(props.index)
  useEffect(() => {
    if (props.isOpen) setIndex(props.index)
  }, [props.isOpen, props.index])
  const { length } = props.ids
  const shown = Math.min(index, length - 1)
  const turn = (by: number) => setIndex((shown + by + length) % length)
  return (
    <InfoDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('photoCount', { number: shown + 1, total: length })}
      widthPx={1_120}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys work wherever the focus is in the dialog */}
      <div
        className={css.large}
        onKeyDown={(event) => {
          if (length < 2) return
          if (event.key === 'ArrowLeft') turn(-1)
          if (event.key === 'ArrowRight') turn(1)
        }}
      >
        <ImageView
          key={props.ids[shown]}
          imageId={props.ids[shown]}
          alt={t('photo', { number: shown + 1 })}
        />
        {length > 1 && (
          <Group gap={8} data-repeats>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={pictures('previous')}
              onClick={() => turn(-1)}
            >
              <IconChevronLeft />
            </ActionIcon>
            <ActionIcon variant="default" size={36} aria-label={pictures('next')} onClick={() => turn(1)}>
              <IconChevronRight />
            </ActionIcon>
          </Group>
        )}
      </div>
    </InfoDialog>
  )
}
