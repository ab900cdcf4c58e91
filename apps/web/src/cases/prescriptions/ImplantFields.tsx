import { type ImplantItem, implantMakerCodes, implantOptions } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import type { ItemPatch } from './edit-fixed.ts'
import { ChoiceField, CodeSelect, MeasureField, WordField } from './fields.tsx'
import css from './PrescriptionForm.module.css'
import { usePrescriptionWords } from './words.ts'

/** What of several works on implants is alike; undefined where they differ. */
export type CommonImplant = { [Name in keyof ImplantItem]: ImplantItem[Name] | undefined }

const held = ['level', 'abutment', 'retention', 'engaging'] as const

type Props = {
  value: CommonImplant
  onChange: (patch: ItemPatch) => void
  errorOf: (name: string) => string | undefined
}

const plain = (codes: readonly string[]) => codes.map((code) => ({ value: code, label: code }))

/** The implant by the catalogue, and how the work is held. */
export function ImplantFields(props: Props) {
  return (
    <>
      <SystemFields {...props} />
      <HoldFields {...props} />
    </>
  )
}

/** Maker, line, platform and diameter: each step offers what the ones before it have. */
function SystemFields({ value, onChange, errorOf }: Props) {
  const words = usePrescriptionWords()
  const { maker = null, line = null, platform = null, diameterMm } = value
  const options = implantOptions({ maker, line, platform, diameterMm: diameterMm ?? null })
  return (
    <div className={css.prescriptionGrid}>
      <CodeSelect
        name="maker"
        value={value.maker}
        options={implantMakerCodes.map((code) => ({ value: code, label: words.maker(code) }))}
        error={errorOf('maker')}
        onChange={(code) => onChange({ maker: code, line: null, platform: null, diameterMm: null })}
      />
      <CodeSelect
        name="line"
        value={value.line}
        isDisabled={options.lines.length === 0}
        options={options.lines.map(({ code, name }) => ({ value: code, label: name }))}
        error={errorOf('line')}
        onChange={(code) => onChange({ line: code, platform: null, diameterMm: null })}
      />
      <CodeSelect
        name="platform"
        value={value.platform}
        isDisabled={options.platforms.length === 0}
        options={plain(options.platforms)}
        error={errorOf('platform')}
        onChange={(code) => onChange({ platform: code, diameterMm: null })}
      />
      <CodeSelect
        name="diameterMm"
        value={diameterMm === undefined ? undefined : (diameterMm?.toString() ?? null)}
        isDisabled={options.diametersMm.length === 0}
        options={options.diametersMm.map((one) => ({
          value: one.toString(),
          label: words.amount('diameterMm', one),
        }))}
        error={errorOf('diameterMm')}
        onChange={(code) => onChange({ diameterMm: code === null ? null : Number(code) })}
      />
    </div>
  )
}

/** Scan body, abutment and how the work is held. */
function HoldFields({ value, onChange, errorOf }: Props) {
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  return (
    <details className={css.prescriptionMore} open>
      <summary>{t('moreImplant')}</summary>
      <div className={css.prescriptionGrid}>
        <CodeSelect
          name="scanBodyMaker"
          value={value.scanBodyMaker}
          options={implantMakerCodes.map((code) => ({ value: code, label: words.maker(code) }))}
          error={errorOf('scanBodyMaker')}
          onChange={(code) => onChange({ scanBodyMaker: code })}
        />
        <WordField
          name="scanBodyReference"
          maxLength={60}
          value={value.scanBodyReference}
          error={errorOf('scanBodyReference')}
          onChange={(text) => onChange({ scanBodyReference: text ?? '' })}
        />
        {held.map((name) => (
          <ChoiceField
            key={name}
            name={name}
            value={value[name]}
            error={errorOf(name)}
            onChange={(code) => onChange({ [name]: code } as ItemPatch)}
          />
        ))}
        <MeasureField
          name="lengthMm"
          value={value.lengthMm}
          error={errorOf('lengthMm')}
          onChange={(lengthMm) => onChange({ lengthMm })}
        />
      </div>
    </details>
  )
}
