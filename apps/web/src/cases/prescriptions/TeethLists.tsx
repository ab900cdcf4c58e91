import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl, Stack } from '@mantine/core'
import type { Arch, Tooth } from '@pontic/contract'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { ToothChart } from '../../ui/ToothChart.tsx'
import type { ToothLook, ToothMarks } from '../../ui/ToothGlyph.tsx'

/** A list of teeth that the user selects in the chart, such as the teeth with clasps. */
export type TeethList = {
  readonly name: string
  readonly label: string
  readonly look: ToothLook
  readonly teeth: readonly Tooth[]
}

/** Edits several lists of teeth in one chart. A control above the chart selects the list. */
export function TeethLists(props: {
  lists: readonly TeethList[]
  arches: readonly Arch[]
  onChange: (name: string, teeth: Tooth[]) => void
  error?: string | undefined
}) {
  const t = useTexts('prescription')
  const [chosen, setChosen] = useState(props.lists[0]?.name ?? '')
  const active = props.lists.find(({ name }) => name === chosen) ?? props.lists[0]
  if (!active) return null
  const marks: ToothMarks = Object.fromEntries(
    props.lists.flatMap(({ teeth, look, label }) => teeth.map((tooth) => [tooth, { look, name: label }])),
  )
  return (
    <Stack gap={16}>
      {props.lists.length > 1 && (
        <SegmentedControl
          aria-label={t('chart')}
          value={active.name}
          onChange={setChosen}
          data={props.lists.map(({ name, label }) => ({ value: name, label }))}
        />
      )}
      <ToothChart
        label={props.lists.length > 1 ? t('chart') : active.label}
        marks={marks}
        arches={props.arches}
        selected={active.teeth}
        selectionMode="toggle"
        onSelect={(teeth) => props.onChange(active.name, teeth)}
      />
      {props.error && (
        <p className="mantine-InputWrapper-error" role="alert">
          {props.error}
        </p>
      )}
    </Stack>
  )
}
