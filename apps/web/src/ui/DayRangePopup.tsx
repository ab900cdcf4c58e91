import { Button, Group, Stack } from '@mantine/core'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { dayFromToday } from '../frame/time-zone.ts'
import { DayField } from './DayField.tsx'
import css from './DayRangePopup.module.css'
import { DialogPopup } from './DialogPopup.tsx'
import type { PopupFrame } from './use-popup.ts'

/** Props of the filter by a range of days. `label` is the name of the filter. */
export type RangeChoice = {
  readonly label: string
  readonly range: DayRange
  readonly presets: readonly DayPreset[]
  readonly onChange: (range: DayRange) => void
}

/** A preset range, counted in days from today: `{ label: 'Next 7 days', from: 0, to: 7 }`. */
export type DayPreset = { readonly label: string; readonly from?: number; readonly to?: number }

/** A range of calendar days `YYYY-MM-DD`, both inclusive. Undefined means no limit. */
export type DayRange = { readonly from: string | undefined; readonly to: string | undefined }

/** The popup of a {@link DayRangeChip}, with presets and two date fields. */
export function DayRangePopup(props: RangeChoice & PopupFrame) {
  return (
    <DialogPopup
      {...props}
      position="bottom-start"
      onOpenChange={(isOpen) => {
        // Escape and clicks belong to the calendar of a field while it is open.
        if (isOpen || document.querySelector('[data-calendar]') === null) props.onOpenChange(isOpen)
      }}
    >
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
      onSubmit={(event) => {
        event.preventDefault()
        choose({ from: from ?? undefined, to: to ?? undefined })
      }}
    >
      <Stack gap={12} w={264} p={4}>
        <Group gap={6}>
          {props.presets.map((preset) => (
            <button
              key={preset.label}
              type="button"
              className={clsx('bare', css.rangePreset)}
              onClick={() => choose({ from: dayOf(preset.from), to: dayOf(preset.to) })}
            >
              {preset.label}
            </button>
          ))}
        </Group>
        <DayField label={t('from')} value={from} onChange={setFrom} max={to ?? undefined} />
        <DayField label={t('to')} value={to} onChange={setTo} min={from ?? undefined} />
        <Button type="submit" fullWidth>
          {t('apply')}
        </Button>
      </Stack>
    </form>
  )
}
