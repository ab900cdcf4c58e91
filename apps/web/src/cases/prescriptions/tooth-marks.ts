import { type Arch, orderTypes, type Prescription, type Tooth } from '@pontic/contract'
import type { ToothLook, ToothMarks } from '../../ui/ToothGlyph.tsx'
import type { Joint } from '../../ui/tooth-picking.ts'
import { isFixed } from './facts.ts'
import type { PrescriptionWords } from './words.ts'

const looks: Readonly<Record<string, ToothLook>> = {
  pontic: 'pontic',
  veneer: 'veneer',
  wing: 'veneer',
  inlay: 'inlay',
  onlay: 'inlay',
  overlay: 'inlay',
}

/** The arches of a prescription: the selected one, or both for `both` and `null`. */
export const archesOf = (arch: 'upper' | 'lower' | 'both' | null): readonly Arch[] =>
  arch === 'upper' || arch === 'lower' ? [arch] : ['upper', 'lower']

/** Content of the tooth chart of a prescription. */
type PrescriptionChart = { marks: ToothMarks; joints: Joint[]; arches: readonly Arch[] }

type Mark = readonly [tooth: Tooth, look: ToothLook, name: string, words: string]

/** Builds one chart of prescriptions: the mark of each tooth, the joints, and the arches. */
export function chartOf(prescriptions: readonly Prescription[], words: PrescriptionWords): PrescriptionChart {
  const arches = prescriptions.flatMap((one) => archesOf(isFixed(one) ? null : one.arch))
  return {
    marks: mergeMarks(prescriptions.flatMap((one) => marksOf(one, words))),
    joints: prescriptions.filter(isFixed).flatMap(({ connectors }) => connectors.map(toJoint)),
    arches: archesOf(null).filter((arch) => arches.includes(arch)),
  }
}

const toJoint = ({ from, to }: { from: Tooth; to: Tooth }): Joint => [from, to]

function mergeMarks(marks: readonly Mark[]): ToothMarks {
  const found: Partial<Record<Tooth, ToothMarks[Tooth] & object>> = {}
  for (const [tooth, look, name, words] of marks) {
    const first = found[tooth]
    // If a tooth has two marks, the chart draws the first, and the description for screen readers names both.
    found[tooth] = first
      ? { ...first, words: `${first.words ?? first.name}; ${words}` }
      : { look, name, words }
  }
  return found
}

function marksOf(prescription: Prescription, words: PrescriptionWords): Mark[] {
  const all = (teeth: readonly Tooth[], look: ToothLook, name: string): Mark[] =>
    teeth.map((tooth) => [tooth, look, words.field(name), words.field(name)])
  switch (prescription.type) {
    case orderTypes.restoration:
    case orderTypes.implant:
      return prescription.items.map((item): Mark => {
        const name = words.work(item.work)
        const material = item.material === null ? '' : words.material(item.material)
        const text = [name, material, words.shade(item.shade)].filter(Boolean).join(', ')
        const look = looks[item.work] ?? (prescription.type === orderTypes.implant ? 'implant' : 'crown')
        return [item.tooth, look, name, text]
      })
    case orderTypes.orthodontics:
      return [
        ...all(prescription.teeth, 'bracket', 'teeth'),
        ...all(prescription.clasps, 'bracket', 'clasps'),
        ...all(prescription.fixedTeeth, 'crown', 'fixedTeeth'),
        ...all(prescription.extracted, 'missing', 'extracted'),
      ]
    case orderTypes.removable:
      return [
        ...all(prescription.teeth, 'pontic', 'replaced'),
        ...all(
          prescription.clasps.map(({ tooth }) => tooth),
          'bracket',
          'clasps',
        ),
        ...all(prescription.rests, 'inlay', 'rests'),
      ]
  }
}
