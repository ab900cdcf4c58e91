import { ActionIcon } from '@mantine/core'
import { memo } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import type { ColumnPopupProps } from './ColumnPopup.tsx'
import { IconColumns3 } from './icons.ts'
import { createLazyPart } from './lazy-part.ts'
import { Tip } from './Tip.tsx'
import { type PopupFrame, usePopup } from './use-popup.ts'

const chooser = createLazyPart<ColumnPopupProps & PopupFrame>(() =>
  import('./ColumnPopup.tsx').then((file) => file.ColumnPopup),
)

/** The button that opens the choice of columns. */
export const ColumnMenu = memo(function ColumnButton(props: ColumnPopupProps) {
  const t = useTexts('ui.table')
  const { button, Popup, frame } = usePopup(chooser, 'dialog')
  return (
    <>
      <Tip label={t('columns')}>
        {(target) => (
          <ActionIcon
            {...button}
            {...target}
            aria-label={t('columns')}
            size={28}
            onPointerEnter={(event) => {
              button.onPointerEnter()
              target.onPointerEnter(event)
            }}
          >
            <IconColumns3 size={16} />
          </ActionIcon>
        )}
      </Tip>
      {Popup && <Popup {...props} {...frame} />}
    </>
  )
})
