import { Stack } from '@mantine/core'
import {
  type CaseMissingPart,
  type OrderType,
  orderTypes,
  type Prescription,
  type Tooth,
} from '@pontic/contract'
import { useRef, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { workIndexOf } from './edit-fixed.ts'
import { FixedForm } from './FixedForm.tsx'
import { isFixed } from './facts.ts'
import missingListCss from './MissingList.module.css'
import { MissingList, NothingMissing } from './MissingList.tsx'
import { OrthodonticForm } from './OrthodonticForm.tsx'
import { RemovableForm } from './RemovableForm.tsx'
import { TemplateButtons } from './TemplateButtons.tsx'
import { AddTypeButton, TypeTabs } from './TypeTabs.tsx'
import type { PrescriptionDraft } from './use-prescription-draft.ts'

/**
 * The form of the prescriptions of a case, one tab for each type, with buttons for templates. The form of fixed work lists missing
 * and invalid values beside the chart. The other forms list them at the bottom.
 */
export function PrescriptionForm({ draft }: { draft: PrescriptionDraft }) {
  const [chosen, setChosen] = useState<OrderType>(draft.value.type)
  const [selected, setSelected] = useState<Tooth[]>([])
  const root = useRef<HTMLDivElement>(null)
  const all = [draft.value, ...draft.more]
  // The type of the case can change, and the chosen type can be removed.
  const value = all.find((one) => one.type === chosen) ?? draft.value
  const choose = (type: OrderType) => {
    if (type !== value.type) setSelected([])
    setChosen(type)
  }
  const pick = (parts: readonly CaseMissingPart[]) => {
    const [first] = parts
    if (first === undefined) return
    choose(first.type)
    const teeth = parts.flatMap(({ tooth }) => tooth ?? [])
    if (teeth.length > 0) setSelected([...new Set(teeth)])
    const picked = all.find((one) => one.type === first.type) ?? value
    // Waits until the fields of the type and of the selected teeth are rendered.
    requestAnimationFrame(() => focusField(root.current, picked, first))
  }
  const status = (
    <Stack gap={12}>
      <InvalidList invalid={draft.invalid} />
      {draft.missing.length > 0 ? (
        <MissingList missing={draft.missing} hasTypes={all.length > 1} onPick={pick} />
      ) : (
        <NothingMissing />
      )}
    </Stack>
  )
  const form = { onChange: draft.change, errors: draft.errorsOf(value.type) }
  return (
    <Stack gap={16} ref={root}>
      <TemplateButtons
        draft={draft}
        value={value}
        onFilled={() => setSelected([])}
        after={<AddTypeButton draft={draft} onChoose={choose} />}
      />
      <TypeTabs draft={draft} chosen={value.type} onChoose={choose}>
        {isFixed(value) && (
          <FixedForm
            key={value.type}
            {...form}
            value={value}
            selected={selected}
            onSelect={setSelected}
            status={status}
          />
        )}
        {value.type === orderTypes.orthodontics && <OrthodonticForm {...form} value={value} />}
        {value.type === orderTypes.removable && <RemovableForm {...form} value={value} />}
      </TypeTabs>
      {!isFixed(value) && status}
    </Stack>
  )
}

function focusField(root: HTMLElement | null, value: Prescription, { path }: CaseMissingPart): void {
  const names = path.split('.')
  const isOf = `[data-field="${CSS.escape(names.at(-1) ?? '')}"]`
  // The fields of the second work of a tooth have the same names as those of the first.
  const work = names[0] === 'items' && isFixed(value) ? workIndexOf(value, Number(names[1])) : 0
  const field =
    root?.querySelector<HTMLElement>(`[data-work="${work}"] ${isOf}`) ??
    root?.querySelector<HTMLElement>(isOf)
  // A list of teeth has no field of its own; it is chosen above the chart.
  if (!field)
    root?.querySelector<HTMLElement>(`input[type="radio"][value="${CSS.escape(names[0] ?? '')}"]`)?.click()
  const closed = field?.closest('details')
  if (closed) closed.open = true
  const target =
    field ?? root?.querySelector<HTMLElement>('[role="listbox"] [tabindex="0"], [role="listbox"]')
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

/** Lists all errors of the prescriptions, because the fields of fixed work show only the errors of the selected teeth. */
function InvalidList({ invalid }: { invalid: PrescriptionDraft['invalid'] }) {
  const t = useTexts('prescription')
  const texts = [...new Set(Object.values(invalid))]
  if (texts.length === 0) return null
  return (
    <div className={missingListCss.prescriptionWrong} role="alert">
      <p className={missingListCss.prescriptionMissingTitle}>{t('wrongTitle')}</p>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
