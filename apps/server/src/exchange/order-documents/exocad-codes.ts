import type { Material } from '@pontic/contract'
import type { WorkCode } from './read-work.ts'

/** `ReconstructionType` → our work (formats §1). Other types are recognized by their words. */
export const exocadWorks: Readonly<Record<string, WorkCode>> = {
  AnatomicCrown: 'crown',
  AnatomicPontic: 'pontic',
  AnatomicInlay: 'inlay',
  AnatomicWaxup: 'wax_up',
  Veneer: 'veneer',
}

/** Neighbours and opposing teeth: no work. */
export const exocadNoWorks: readonly string[] = ['HealthyTooth', 'Antagonist']

/** Our work → the nearest known type. Details without a type go to the notes. */
export const exocadTypeOf = (work: string): string => {
  if (work === 'onlay' || work === 'overlay') return 'AnatomicInlay'
  return Object.entries(exocadWorks).find(([, ours]) => ours === work)?.[0] ?? 'AnatomicCrown'
}

/** `MaterialName` of each of our materials; the readers recognize it by its words. */
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
