import { type Arch, orderTypes, type Prescription, type Tooth } from '@pontic/contract'
import type { ToothLook, ToothMarks } from '../../ui/ToothGlyph.tsx'
import type { Joint } from '../../ui/tooth-picking.ts'
import type { PrescriptionWords } from './words.ts'

const looks: Readonly<Record<string, ToothLook>> = {
  pontic: 'pontic',
  veneer: 'veneer',
  wing: 'veneer',
  inlay: 'inlay',
  onlay: 'inlay',
  overlay: 'inlay',
}

/** The tooth chart of a prescription. */
export type PrescriptionChart = { marks: ToothMarks; joints: Joint[]; arches: readonly Arch[] }

type Mark = readonly [tooth: Tooth, look: ToothLook, name: string, words: string]

/** Builds the chart of a prescription: the mark of each tooth, the joints, and the arches. */
export function chartOf(given: Prescription, words: PrescriptionWords): PrescriptionChart {
  const isFixed = given.type === orderTypes.restoration || given.type === orderTypes.implant
  const joints = isFixed ? given.connectors.map(({ from, to }): Joint => [from, to]) : []
  const arch = isFixed ? null : given.arch
  const arches: readonly Arch[] = arch === 'upper' || arch === 'lower' ? [arch] : ['upper', 'lower']
  return { marks: collect(marksOf(given, words)), joints, arches }
}

function collect(marks: readonly Mark[]): ToothMarks {
  const found: Partial<Record<Tooth, ToothMarks[Tooth] & object>> = {}
  for (const [tooth, look, name, words] of marks) {
    const first = found[tooth]
    // The first of two works is drawn, and both are named.
    found[tooth] = first
      ? { ...first, words: `${first.words ?? first.name}; ${words}` }
      : { look, name, words }
  }
  return found
}

function marksOf(given: Prescription, words: PrescriptionWords): Mark[] {
  const all = (teeth: readonly Tooth[], look: ToothLook, name: string): Mark[] =>
    teeth.map((tooth) => [tooth, look, words.field(name), words.field(name)])
  switch (given.type) {
    case orderTypes.restoration:
    case orderTypes.implant:
      return given.items.map((item): Mark => {
        const name = words.work(item.work)
        const material = item.material === null ? '' : words.material(item.material)
        const text = [name, material, words.shade(item.shade)].filter(Boolean).join(', ')
        const look = looks[item.work] ?? (given.type === orderTypes.implant ? 'implant' : 'crown')
        return [item.tooth, look, name, text]
      })
    case orderTypes.orthodontics:
      return [
        ...all(given.teeth, 'bracket', 'teeth'),
        ...all(given.clasps, 'bracket', 'clasps'),
        ...all(given.fixedTeeth, 'crown', 'fixedTeeth'),
        ...all(given.extracted, 'missing', 'extracted'),
      ]
    case orderTypes.removable:
      return [
        ...all(given.teeth, 'pontic', 'replaced'),
        ...all(
          given.clasps.map(({ tooth }) => tooth),
          'bracket',
          'clasps',
        ),
        ...all(given.rests, 'inlay', 'rests'),
      ]
  }
}
