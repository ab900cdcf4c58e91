import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
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
  shadeGuideNames.find((guide) => shadeGuides[guide].some((one) => one === code)) ?? 'vita_classical'

/** The values that several shades have in common; a value that differs is undefined. */
export type CommonShade = { [Name in keyof Shade]: Shade[Name] | undefined }

/**
 * Edits a shade. The body shade can be of any guide. Rarely used values are in a section that is closed at first. With
 * `callMe`, the laboratory calls the clinic about the shade, and no shade is required.
 * @param props.onChange receives only the changed properties
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
    // All zones use the same guide, so a new guide clears the other zones.
    onChange(guide === value.guide ? { body } : { guide, body, cervical: null, incisal: null })
  }
  return (
    <>
      <div className={css.grid}>
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
      <MoreShadeFields value={value} onChange={onChange} />
    </>
  )
}

/** Edits the cervical and incisal shade, translucency, texture and gloss. */
function MoreShadeFields(props: { value: CommonShade; onChange: (patch: Partial<Shade>) => void }) {
  const t = useTexts('prescription')
  const { value, onChange } = props
  return (
    <details className={css.more}>
      <summary>{t('moreShade')}</summary>
      <div className={css.grid}>
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
