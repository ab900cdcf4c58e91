import {
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

/** Choices whose codes are lengths in millimetres. */
const lengths: readonly ChoiceName[] = ['thickness', 'stepMm']

/** Fields whose choices use the texts of another field. */
const sharedTexts: Partial<Record<ChoiceName, ChoiceName>> = {
  baseShade: 'gingiva',
  overbite: 'overjet',
  midline: 'overjet',
}

/** Returns functions that format the values of prescriptions in the user's language and tooth notation. */
export function usePrescriptionWords() {
  const t = useTexts('prescription')
  const { number } = useFormats()
  const notation = useTeethNumbering()
  return useMemo(() => {
    const textOf = (key: string) => t(key as 'open')
    /** Returns the name of a field. */
    const field = (name: string) => textOf(`fields.${name}`)
    const option = (name: ChoiceName, code: string) => {
      if (lengths.includes(name)) return t('mm', { value: number(Number(code), 2) })
      if (name === 'wearDays') return t('days', { count: Number(code) })
      return textOf(`options.${sharedTexts[name] ?? name}.${code}`)
    }
    return {
      field,
      /** Returns the text of a choice's code. */
      option,
      work: (code: string) => textOf(`works.${code}`),
      material: (code: string) => textOf(`materials.${code}`),
      guide: (code: string) => textOf(`guides.${code}`),
      appliance: (code: string) => textOf(`appliances.${code}`),
      kind: (code: string) => textOf(`kinds.${code}`),
      implant: (choice: ImplantChoice) =>
        choice.maker === 'other' ? t('makers.other') : implantName(choice),
      maker: (code: ImplantChoice['maker']) =>
        code === 'other'
          ? t('makers.other')
          : implantName({ maker: code, line: null, platform: null, diameterMm: null }),
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
        partsOfShade(shade, t, option).reduce(
          (one, other) => (one === '' ? other : t('joined', { one, other })),
          '',
        ),
    }
  }, [t, number, notation])
}

/** The functions of {@link usePrescriptionWords}. */
export type PrescriptionWords = ReturnType<typeof usePrescriptionWords>

type Texts = ReturnType<typeof useTexts<'prescription'>>

function partsOfShade(
  shade: Shade,
  t: Texts,
  option: (name: 'translucency' | 'texture' | 'gloss', code: string) => string,
): string[] {
  const guide = shade.guide === null ? '' : t(`guides.${shade.guide}`)
  const zones = (['cervical', 'incisal'] as const).flatMap((zone) =>
    shade[zone] === null ? [] : [t('zone', { zone: t(`fields.${zone}`), code: shade[zone] })],
  )
  const looks = (['translucency', 'texture', 'gloss'] as const).flatMap((name) =>
    shade[name] === null ? [] : [t('zone', { zone: t(`fields.${name}`), code: option(name, shade[name]) })],
  )
  return [
    ...(shade.body === null ? [] : [t('shadeOf', { code: shade.body, guide })]),
    ...zones,
    ...(shade.stump === null ? [] : [t('stumpOf', { code: shade.stump })]),
    ...looks,
    ...(shade.callMe ? [t('callForShade')] : []),
  ]
}
