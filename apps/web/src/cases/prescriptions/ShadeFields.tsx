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

/** The common values of several shades; undefined if they differ. */
export type CommonShade = { [Name in keyof Shade]: Shade[Name] | undefined }

/**
 * A shade: the body from all guides, the other zones under "more". With "call me" no code is needed.
 * @param props.onChange receives the changed properties
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
    // All zones are of the same guide.
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

/** The other zones, translucency, texture and gloss. */
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
