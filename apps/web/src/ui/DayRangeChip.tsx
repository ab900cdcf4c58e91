import { useFormats, useTexts } from '../frame/i18n.tsx'
import type { DayRange, RangeChoice } from './DayRangePopup.tsx'
import css from './FilterChips.module.css'
import { IconChevronDown, IconX } from './icons.ts'
import { createLazyPart } from './lazy-part.ts'
import { type PopupFrame, usePopup } from './use-popup.ts'

const popup = createLazyPart<RangeChoice & PopupFrame>(() =>
  import('./DayRangePopup.tsx').then((file) => file.DayRangePopup),
)

/** A filter chip for a range of days. The code of its popup is fetched on hover or focus. */
export function DayRangeChip(props: RangeChoice) {
  const t = useTexts('ui.filter')
  const { button, Popup, frame } = usePopup(popup, 'dialog')
  const text = useRangeText(props.range)
  return (
    <span className={css.chip} data-used={text !== undefined || undefined}>
      <button type="button" className={css.chipOpen} {...button}>
        {text === undefined ? (
          <>
            {props.label}
            <IconChevronDown size={14} />
          </>
        ) : (
          <>
            <span className="quiet">{props.label}</span> {text}
          </>
        )}
      </button>
      {Popup && <Popup {...props} {...frame} />}
      {text !== undefined && (
        <button
          type="button"
          className={css.chipRemove}
          aria-label={t('remove', { name: props.label })}
          onClick={() => props.onChange({ from: undefined, to: undefined })}
        >
          <IconX size={14} />
        </button>
      )}
    </span>
  )
}

function useRangeText({ from, to }: DayRange): string | undefined {
  const t = useTexts('ui.filter')
  const { day } = useFormats()
  if (from !== undefined && from === to) return day(from)
  if (from !== undefined && to !== undefined) return t('span', { from: day(from), to: day(to) })
  if (from !== undefined) return t('spanFrom', { day: day(from) })
  return to === undefined ? undefined : t('spanTo', { day: day(to) })
}
