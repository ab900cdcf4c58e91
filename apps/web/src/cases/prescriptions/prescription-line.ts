import { formatTeeth, listWorkParts, type Prescription, type WorkPart } from '@pontic/contract'
import { useMemo } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useTeethNumbering } from '../../frame/teeth-numbering.ts'
import { byCode } from './field-names.ts'

/**
 * Returns a function that writes the work of a case in one line, in the user's language and tooth notation: `24–26 Bridge,
 * Zirconia, A2; 36 Crown, Gold`. It returns '' if there is no work. It loads only the texts it needs, so that a list can use it.
 */
export function usePrescriptionLine(): (prescription: Prescription | null | undefined) => string {
  const write = useWorkLine()
  return useMemo(() => (prescription) => (prescription ? write(listWorkParts(prescription)) : ''), [write])
}

/** Like {@link usePrescriptionLine}, for parts that `listWorkParts` returned. */
export function useWorkLine(): (parts: readonly WorkPart[]) => string {
  const t = useTexts('prescription')
  const works = useTexts('prescription.works')
  const materials = useTexts('prescription.materials')
  const appliances = useTexts('prescription.appliances')
  const kinds = useTexts('prescription.kinds')
  const arches = useTexts('prescription.options.arch')
  const bases = useTexts('prescription.options.base')
  const notation = useTeethNumbering()
  return useMemo(() => {
    const texts = { work: byCode(works), appliance: byCode(appliances), removable: byCode(kinds) }
    const nameOf = ({ work }: WorkPart) =>
      work.kind === 'bridge' ? t('bridge') : texts[work.kind](work.code)
    const writePart = (part: WorkPart) => {
      const { arch, material, base, shade } = part
      return [
        [formatTeeth(part.teeth, notation), nameOf(part)].filter(Boolean).join(' '),
        arch && arches(arch),
        material && materials(material),
        base && bases(base),
        shade,
      ]
        .filter((text): text is string => text !== null && text !== '')
        .reduce((one, other) => t('joined', { one, other }))
    }
    return (parts) => parts.map(writePart).join('; ')
  }, [t, works, materials, appliances, kinds, arches, bases, notation])
}
