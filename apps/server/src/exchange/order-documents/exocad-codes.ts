import type { Material } from '@pontic/contract'
import type { WorkCode } from './read-work.ts'

/** Maps `ReconstructionType` to our works (formats §1). Other types are recognized by the words in their names. */
export const exocadWorks: Readonly<Record<string, WorkCode>> = {
  AnatomicCrown: 'crown',
  AnatomicPontic: 'pontic',
  AnatomicInlay: 'inlay',
  AnatomicWaxup: 'wax_up',
  Veneer: 'veneer',
}

/** `ReconstructionType` of teeth without work: neighbours and opposing teeth. */
export const exocadTypesWithoutWork: readonly string[] = ['HealthyTooth', 'Antagonist']

/** Maps our work to the nearest `ReconstructionType`. The exact work goes to the notes. */
export const exocadTypeOf = (work: string): string => {
  if (work === 'onlay' || work === 'overlay') return 'AnatomicInlay'
  return Object.entries(exocadWorks).find(([, ours]) => ours === work)?.[0] ?? 'AnatomicCrown'
}

/** `MaterialName` and code of each of our materials. The parser recognizes a material by the words in its name. */
export const exocadMaterials: Readonly<Record<Material, { name: string; code?: string }>> = {
  zirconia_multilayer: { name: 'Zirconia multilayer', code: 'ZI' },
  zirconia: { name: 'Zirconia', code: 'ZI' },
  lithium_disilicate: { name: 'Lithium disilicate' },
  glass_ceramic: { name: 'Glass ceramic' },
  hybrid_ceramic: { name: 'Hybrid ceramic' },
  press_ceramic: { name: 'Press ceramic' },
  pfm_cocr: { name: 'Porcelain on cobalt chrome' },
  pfm_nicr: { name: 'Porcelain on nickel chrome' },
  pfm_ti: { name: 'Porcelain on titanium' },
  pfz: { name: 'Porcelain on zirconia', code: 'ZI' },
  pfg: { name: 'Porcelain on gold' },
  gold: { name: 'Gold' },
  cocr: { name: 'Cobalt chrome' },
  titanium: { name: 'Titanium', code: 'TI' },
  composite: { name: 'Composite' },
  pmma: { name: 'PMMA' },
  printed_resin: { name: 'Printed resin' },
  wax: { name: 'Wax' },
}
