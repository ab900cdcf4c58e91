import { type MissingPart, orderTypes, type Tooth } from '@pontic/contract'
import { useRef, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { FixedForm } from './FixedForm.tsx'
import missingListCss from './MissingList.module.css'
import { MissingList, NothingMissing } from './MissingList.tsx'
import { OrthodonticForm } from './OrthodonticForm.tsx'
import css from './PrescriptionForm.module.css'
import { RemovableForm } from './RemovableForm.tsx'
import { TemplateBar } from './TemplateBar.tsx'
import type { PrescriptionDraft } from './use-prescription-draft.ts'

/**
 * The form of a prescription, by its type of order; above it what can be filled in at once, below it what is still missing
 * for sending and what its rules refuse.
 */
export function PrescriptionForm({ draft }: { draft: PrescriptionDraft }) {
  const { value, change, errors } = draft
  const [selected, setSelected] = useState<Tooth[]>([])
  const root = useRef<HTMLDivElement>(null)
  const pick = (part: MissingPart) => {
    if (part.tooth !== undefined) setSelected([part.tooth])
    // The fields of another tooth are drawn first.
    requestAnimationFrame(() => focusField(root.current, part))
  }
  const isFixed = value.type === orderTypes.restoration || value.type === orderTypes.implant
  const status = (
    <div className={css.prescriptionStatus}>
      <WrongList wrong={draft.wrong} />
      {draft.missing.length > 0 ? <MissingList missing={draft.missing} onPick={pick} /> : <NothingMissing />}
    </div>
  )
  return (
    <div className={css.prescriptionForm} ref={root}>
      <TemplateBar draft={draft} onFilled={() => setSelected([])} />
      {isFixed && (
        <FixedForm
          key={value.type}
          value={value}
          onChange={change}
          errors={errors}
          selected={selected}
          onSelect={setSelected}
          status={status}
        />
      )}
      {value.type === orderTypes.orthodontics && (
        <OrthodonticForm value={value} onChange={change} errors={errors} />
      )}
      {value.type === orderTypes.removable && (
        <RemovableForm value={value} onChange={change} errors={errors} />
      )}
      {!isFixed && status}
    </div>
  )
}

function focusField(root: HTMLElement | null, { path }: MissingPart): void {
  const name = path.split('.').at(-1) ?? ''
  const field = root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
  const closed = field?.closest('details')
  if (closed) closed.open = true
  const target =
    field ?? root?.querySelector<HTMLElement>('[role="listbox"] [tabindex="0"], [role="listbox"]')
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

/** What the rules of bridges and works refuse; it stands at the fields too, where the tooth is chosen. */
function WrongList({ wrong }: { wrong: PrescriptionDraft['wrong'] }) {
  const t = useTexts('prescription')
  const texts = [...new Set(Object.values(wrong))]
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
