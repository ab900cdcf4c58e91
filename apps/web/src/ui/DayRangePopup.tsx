import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { DayField, dayFromToday } from './DayField.tsx'
import css from './DayRangePopup.module.css'
import { DialogPopup } from './DialogPopup.tsx'
import type { PopupFrame } from './use-popup.ts'

/** A span of days, its quick choices, and who is told of another one. @property label what the span is of */
export type RangeChoice = {
  readonly label: string
  readonly range: DayRange
  readonly presets: readonly DayPreset[]
  readonly onChange: (range: DayRange) => void
}

/** A quick choice of a span, counted from today: `{ key: 'next7', from: 0, to: 7 }`. */
export type DayPreset = { readonly label: string; readonly from?: number; readonly to?: number }

/** A span of calendar days; either end may be open. */
export type DayRange = { readonly from: string | undefined; readonly to: string | undefined }

/** What a {@link DayRangeChip} opens: quick choices of a span, or its two days. */
export function DayRangePopup(props: RangeChoice & PopupFrame) {
  return (
    <DialogPopup {...props} position="bottom-start">
      <RangeForm {...props} onClose={() => props.onOpenChange(false)} />
    </DialogPopup>
  )
}

function RangeForm(props: RangeChoice & { onClose: () => void }) {
  const t = useTexts('ui.filter')
  const [from, setFrom] = useState<string | null>(props.range.from ?? null)
  const [to, setTo] = useState<string | null>(props.range.to ?? null)
  const choose = (range: DayRange) => {
    props.onChange(range)
    props.onClose()
  }
  const dayOf = (days: number | undefined) => (days === undefined ? undefined : dayFromToday(days))
  return (
    <form
      className={css.range}
      onSubmit={(event) => {
        event.preventDefault()
        choose({ from: from ?? undefined, to: to ?? undefined })
      }}
    >
      <div className={css.rangePresets}>
        {props.presets.map((preset) => (
          <button
            key={preset.label}
            type="button"
            onClick={() => choose({ from: dayOf(preset.from), to: dayOf(preset.to) })}
          >
            {preset.label}
          </button>
        ))}
      </div>
      <DayField label={t('from')} value={from} onChange={setFrom} {...(to ? { max: to } : {})} />
      <DayField label={t('to')} value={to} onChange={setTo} {...(from ? { min: from } : {})} />
      <Button type="submit" fullWidth>
        {t('apply')}
      </Button>
    </form>
  )
}
