import { Checkbox } from '@mantine/core'
import {
  type Shade,
  type ShadeCode,
  type ShadeGuide,
  shadeGuideNames,
  shadeGuides,
  stumpShades,
} from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { ChoiceField, CodeSelect, ShadeCodeSelect } from './fields.tsx'
import css from './PrescriptionForm.module.css'

const guideOf = (code: ShadeCode): ShadeGuide =>
  shadeGuideNames.find((guide) => (shadeGuides[guide] as readonly string[]).includes(code)) ??
  'vita_classical'

/** What of several shades is alike; undefined where they differ. */
export type CommonShade = { [Name in keyof Shade]: Shade[Name] | undefined }

/**
 * A shade: one list over all guides for the body, everything finer behind "more". With "call me" no code is needed.
 * @param props.onChange what changes in each shade
 */
export function ShadeFields(props: {
  value: CommonShade
  onChange: (patch: Partial<Shade>) => void
  errors: { body?: string | undefined; stump?: string | undefined }
  hasStump: boolean
}) {
  const t = useTexts('prescription')
  const { value, onChange } = props
  const setBody = (body: ShadeCode | null) => {
    const guide = body === null ? null : guideOf(body)
    // The other zones are of the same guide.
    onChange(guide === value.guide ? { body } : { guide, body, cervical: null, incisal: null })
  }
  return (
    <>
      <div className={css.prescriptionGrid}>
        <ShadeCodeSelect name="body" value={value.body} onChange={setBody} error={props.errors.body} />
        {props.hasStump && (
          <CodeSelect
            name="stump"
            value={value.stump}
            onChange={(stump) => onChange({ stump })}
            error={props.errors.stump}
            options={stumpShades.map((code) => ({ value: code, label: code }))}
          />
        )}
      </div>
      <Checkbox
        label={t('fields.callMe')}
        data-field="callMe"
        checked={value.callMe ?? false}
        indeterminate={value.callMe === undefined}
        onChange={(event) => onChange({ callMe: event.currentTarget.checked })}
      />
      <FinerShade value={value} onChange={onChange} />
    </>
  )
}

/** The other zones, and how it looks beside its colour. */
function FinerShade(props: { value: CommonShade; onChange: (patch: Partial<Shade>) => void }) {
  const t = useTexts('prescription')
  const { value, onChange } = props
  return (
    <details className={css.prescriptionMore}>
      <summary>{t('moreShade')}</summary>
      <div className={css.prescriptionGrid}>
        {(['cervical', 'incisal'] as const).map((zone) => (
          <ShadeCodeSelect
            key={zone}
            name={zone}
            {...(value.guide ? { guide: value.guide } : {})}
            value={value[zone]}
            onChange={(code) =>
              onChange(
                value.guide || code === null ? { [zone]: code } : { guide: guideOf(code), [zone]: code },
              )
            }
          />
        ))}
        {(['translucency', 'texture', 'gloss'] as const).map((name) => (
          <ChoiceField
            key={name}
            name={name}
            value={value[name]}
            onChange={(code) => onChange({ [name]: code })}
          />
        ))}
      </div>
    </details>
  )
}
