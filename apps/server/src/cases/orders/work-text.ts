import { byLab, formatTeeth, type Language, type TeethNumbering, type WorkPart } from '@pontic/contract'
import { type MessageKey, translate } from '@pontic/messages'

/**
 * Writes the work of a case in one line, as the case list does: `24–26 Bridge, Zirconia, A2; 36 Crown, Gold`. Returns '' if there
 * is no work.
 */
export function workText(
  parts: readonly WorkPart[],
  { language, notation }: { language: Language; notation: TeethNumbering },
): string {
  const t = (key: string, values?: Record<string, string>) => translate(language, key as MessageKey, values)
  const writePart = ({ teeth, work, arch, material, base, shade }: WorkPart) =>
    [
      [formatTeeth(teeth, notation), t(nameKeyOf(work))].filter(Boolean).join(' '),
      arch && t(`prescription.options.arch.${arch}`),
      material && t(`prescription.materials.${material}`),
      base && base !== byLab && t(`prescription.options.base.${base}`),
      shade,
    ]
      .filter((text): text is string => typeof text === 'string' && text !== '')
      .reduce((one, other) => t('prescription.joined', { one, other }))
  return parts.map(writePart).join('; ')
}

function nameKeyOf(work: WorkPart['work']): string {
  switch (work.kind) {
    case 'bridge':
      return 'prescription.bridge'
    case 'work':
      return `prescription.works.${work.code}`
    case 'appliance':
      return `prescription.appliances.${work.code}`
    case 'removable':
      return `prescription.kinds.${work.code}`
  }
}
