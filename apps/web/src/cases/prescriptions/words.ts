import {
  byLab,
  type ChoiceName,
  formatTeeth,
  formatTooth,
  type ImplantChoice,
  implantName,
  type Shade,
  type Tooth,
} from '@pontic/contract'
import { useMemo } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useTeethNumbering } from '../../frame/teeth-numbering.ts'
import { byCode } from './field-names.ts'

/** Choices whose codes are lengths in millimetres. */
const lengths: readonly ChoiceName[] = ['thickness', 'stepMm']

/** Fields whose choices use the texts of another field. */
const sharedTexts: Partial<Record<ChoiceName, ChoiceName>> = {
  baseShade: 'gingiva',
  overbite: 'overjet',
  midline: 'overjet',
  claspPlan: 'clasp',
}

/** Returns functions that format the values of prescriptions in the user's language and tooth notation. */
export function usePrescriptionWords() {
  const t = useTexts('prescription')
  const fields = useTexts('prescription.fields')
  const options = useTexts('prescription.options')
  const works = useTexts('prescription.works')
  const materials = useTexts('prescription.materials')
  const guides = useTexts('prescription.guides')
  const appliances = useTexts('prescription.appliances')
  const kinds = useTexts('prescription.kinds')
  const { number } = useFormats()
  const notation = useTeethNumbering()
  return useMemo(() => {
    const field = byCode(fields)
    const nameOfMaterial = byCode(materials)
    const textOfOption = byCode(options)
    const option = (name: ChoiceName, code: string) => {
      if (lengths.includes(name)) return t('mm', { value: number(Number(code), 2) })
      if (name === 'wearDays') return t('days', { count: Number(code) })
      // The laboratory draws the lines of a bite rim; it decides everything else with this code.
      if (code === byLab && name !== 'rimLines') return t('byLab')
      return textOfOption(`${sharedTexts[name] ?? name}.${code}`)
    }
    const implant = (choice: ImplantChoice) => {
      if (choice.maker === byLab) return t('byLab')
      return choice.maker === 'other' ? t('makers.other') : implantName(choice)
    }
    const zoneOf = (name: 'cervical' | 'incisal' | 'translucency' | 'texture' | 'gloss', code: string) =>
      t('zone', { zone: field(name), code })
    const partsOfShade = (shade: Shade): string[] => [
      ...(shade.body === null
        ? []
        : [t('shadeOf', { code: shade.body, guide: shade.guide === null ? '' : guides(shade.guide) })]),
      ...(['cervical', 'incisal'] as const).flatMap((name) =>
        shade[name] === null ? [] : [zoneOf(name, shade[name])],
      ),
      ...(shade.stump === null ? [] : [t('stumpOf', { code: shade.stump })]),
      ...(['translucency', 'texture', 'gloss'] as const).flatMap((name) =>
        shade[name] === null ? [] : [zoneOf(name, option(name, shade[name]))],
      ),
      ...(shade.callMe ? [t('callForShade')] : []),
    ]
    return {
      /** Returns the name of a field. */
      field,
      /** Returns the text of a choice's code. */
      option,
      work: byCode(works),
      material: (code: string) => (code === byLab ? t('byLab') : nameOfMaterial(code)),
      guide: byCode(guides),
      appliance: byCode(appliances),
      kind: byCode(kinds),
      implant,
      maker: (maker: ImplantChoice['maker']) =>
        implant({ maker, line: null, platform: null, diameterMm: null }),
      tooth: (tooth: Tooth) => formatTooth(tooth, notation),
      teeth: (teeth: readonly Tooth[]) => formatTeeth(teeth, notation),
      amount: (name: string, value: number) =>
        name.endsWith('Ncm')
          ? t('ncm', { value: number(value) })
          : name.endsWith('Mm')
            ? t('mm', { value: number(value, 2) })
            : number(value),
      reduction: (teeth: readonly Tooth[], amountMm: number) =>
        t('reduction', { teeth: formatTeeth(teeth, notation), amount: number(amountMm, 2) }),
      /** Formats a shade in one line; '' for an empty shade. */
      shade: (shade: Shade): string =>
        partsOfShade(shade).reduce((one, other) => (one === '' ? other : t('joined', { one, other })), ''),
    }
  }, [t, fields, options, works, materials, guides, appliances, kinds, number, notation])
}

/** The functions of {@link usePrescriptionWords}. */
export type PrescriptionWords = ReturnType<typeof usePrescriptionWords>
