import { type ImplantItem, implantMakerCodes, implantOptions, scanBodyMakerCodes } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import type { ItemPatch } from './edit-fixed.ts'
import { ChoiceField, CodeSelect, MeasureField, ShortTextField } from './fields.tsx'
import css from './PrescriptionForm.module.css'
import { usePrescriptionWords } from './words.ts'

/** The values that several works on implants have in common; a value that differs is undefined. */
export type CommonImplant = { [Name in keyof ImplantItem]: ImplantItem[Name] | undefined }

const retentionNames = ['level', 'abutment', 'retention', 'engaging'] as const

type Props = {
  value: CommonImplant
  onChange: (patch: ItemPatch) => void
  errorOf: (name: string) => string | undefined
}

const plain = (codes: readonly string[]) => codes.map((code) => ({ value: code, label: code }))

const fieldsOf =
  ({ value, onChange, errorOf }: Props) =>
  <Name extends keyof CommonImplant & keyof ItemPatch>(name: Name) => ({
    name,
    value: value[name],
    error: errorOf(name),
    onChange: (next: unknown) => onChange({ [name]: next }),
  })

/** The fields of an implant: first the system from the catalogue, then the fields of `RetentionFields`. */
export function ImplantFields(props: Props) {
  return (
    <>
      <SystemFields {...props} />
      <RetentionFields {...props} />
    </>
  )
}

/** Selects maker, line, platform and diameter. The options of each select depend on the selects before it. */
function SystemFields(props: Props) {
  const { value, onChange } = props
  const field = fieldsOf(props)
  const words = usePrescriptionWords()
  const { maker = null, line = null, platform = null, diameterMm } = value
  const options = implantOptions({ maker, line, platform, diameterMm: diameterMm ?? null })
  return (
    <div className={css.grid}>
      <CodeSelect
        {...field('maker')}
        options={implantMakerCodes.map((code) => ({ value: code, label: words.maker(code) }))}
        onChange={(code) => onChange({ maker: code, line: null, platform: null, diameterMm: null })}
      />
      <CodeSelect
        {...field('line')}
        isDisabled={options.lines.length === 0}
        options={options.lines.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(code) => onChange({ line: code, platform: null, diameterMm: null })}
      />
      <CodeSelect
        {...field('platform')}
        isDisabled={options.platforms.length === 0}
        options={plain(options.platforms)}
        onChange={(code) => onChange({ platform: code, diameterMm: null })}
      />
      <CodeSelect
        {...field('diameterMm')}
        value={diameterMm === undefined ? undefined : (diameterMm?.toString() ?? null)}
        isDisabled={options.diametersMm.length === 0}
        options={options.diametersMm.map((one) => ({
          value: one.toString(),
          label: words.amount('diameterMm', one),
        }))}
        onChange={(code) => onChange({ diameterMm: code === null ? null : Number(code) })}
      />
    </div>
  )
}

/** Edits the scan body, level, abutment, retention and length of an implant. */
function RetentionFields(props: Props) {
  const field = fieldsOf(props)
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  return (
    <details className={css.more} open>
      <summary>{t('moreImplant')}</summary>
      <div className={css.grid}>
        <CodeSelect
          {...field('scanBodyMaker')}
          options={scanBodyMakerCodes.map((code) => ({ value: code, label: words.maker(code) }))}
        />
        <ShortTextField
          {...field('scanBodyReference')}
          maxLength={60}
          onChange={(text) => props.onChange({ scanBodyReference: text ?? '' })}
        />
        {retentionNames.map((name) => (
          <ChoiceField key={name} {...field(name)} />
        ))}
        <MeasureField {...field('lengthMm')} />
      </div>
    </details>
  )
}
