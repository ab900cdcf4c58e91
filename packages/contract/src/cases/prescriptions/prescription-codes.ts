/**
 * Code lists of the prescription. Codes are stored and sent; their names are translated (`prescription.*` in the
 * messages).
 */

import { byLab } from './by-lab.ts'

/** Kinds of work on one tooth of a restoration. `wing` is the wing of an adhesive bridge. */
export const works = [
  'crown',
  'pontic',
  'veneer',
  'inlay',
  'onlay',
  'overlay',
  'coping',
  'telescope',
  'post_core',
  'wing',
  'provisional',
  'wax_up',
] as const

/** Kinds of work at one site of an implant case. */
export const implantWorks = [
  'crown',
  'pontic',
  'abutment',
  'bar',
  'full_arch_fp1',
  'full_arch_fp2',
  'full_arch_fp3',
  'provisional',
] as const

/** Materials. `pfm_*` is porcelain fused to metal, `pfz` porcelain fused to zirconia, `pfg` porcelain fused to gold. */
export const materials = [
  'zirconia_multilayer',
  'zirconia',
  'lithium_disilicate',
  'glass_ceramic',
  'hybrid_ceramic',
  'press_ceramic',
  'pfm_cocr',
  'pfm_nicr',
  'pfm_ti',
  'pfz',
  'pfg',
  'gold',
  'cocr',
  'titanium',
  'composite',
  'pmma',
  'printed_resin',
  'wax',
] as const
export type Material = (typeof materials)[number]

/** Materials of works on implants. */
export const implantMaterials = [...materials, byLab] as const

/** Pairs of works that one tooth may have, such as the final crown and its provisional. */
export const workPairs: readonly (readonly [string, string])[] = [
  ...['crown', 'pontic', 'veneer', 'inlay', 'onlay', 'overlay', 'coping', 'telescope', 'post_core'].map(
    (work) => [work, 'provisional'] as const,
  ),
  ...['crown', 'pontic', 'veneer', 'inlay', 'onlay', 'overlay'].map((work) => [work, 'wax_up'] as const),
  ['post_core', 'crown'],
  ['post_core', 'coping'],
  ['telescope', 'crown'],
  ['abutment', 'crown'],
  ['abutment', 'provisional'],
  ['full_arch_fp1', 'provisional'],
  ['full_arch_fp2', 'provisional'],
  ['full_arch_fp3', 'provisional'],
]

/** Works that cannot be part of a bridge. */
export const unlinkableWorks: readonly string[] = ['inlay']

/** Works that support a bridge. Their material may differ from that of the bridge. */
export const worksWithOwnMaterial: readonly string[] = ['post_core', 'telescope', 'abutment', 'bar']

/** Works that are used until the final work is ready. */
export const temporaryWorks: readonly string[] = ['provisional', 'wax_up']

/** Works without a shade, because they are invisible or have one colour. */
export const worksWithoutShade: readonly string[] = ['post_core', 'wax_up', 'abutment', 'bar']
export const materialsWithoutShade: readonly string[] = ['gold', 'cocr', 'titanium', 'wax']

/** Works whose material needs no choice: a wax-up is of wax, and the kind of an abutment names its material. */
export const worksWithoutMaterial: readonly string[] = ['wax_up', 'abutment']

/** Manufacturers of implants without lines and platforms in the catalogue. */
export const makersWithoutPlatform: readonly string[] = ['other', byLab]

/** Works on implants that carry other works or a denture, which have the retention. */
export const worksWithoutRetention: readonly string[] = ['abutment', 'bar']

/** Shades by guide: VITA classical (16), VITA 3D-Master (26 and three bleached shades), bleach shades, Chromascop (20). */
export const shadeGuides = {
  vita_classical: [
    ...(['A1', 'A2', 'A3', 'A3.5', 'A4', 'B1', 'B2', 'B3', 'B4'] as const),
    ...(['C1', 'C2', 'C3', 'C4', 'D2', 'D3', 'D4'] as const),
  ],
  vita_3d_master: [
    ...(['0M1', '0M2', '0M3', '1M1', '1M2'] as const),
    ...(['2L1.5', '2L2.5', '2M1', '2M2', '2M3', '2R1.5', '2R2.5'] as const),
    ...(['3L1.5', '3L2.5', '3M1', '3M2', '3M3', '3R1.5', '3R2.5'] as const),
    ...(['4L1.5', '4L2.5', '4M1', '4M2', '4M3', '4R1.5', '4R2.5'] as const),
    ...(['5M1', '5M2', '5M3'] as const),
  ],
  bleach: ['BL1', 'BL2', 'BL3', 'BL4'],
  chromascop: [
    ...(['110', '120', '130', '140', '210', '220', '230', '240', '310', '320'] as const),
    ...(['330', '340', '410', '420', '430', '440', '510', '520', '530', '540'] as const),
  ],
} as const
export type ShadeGuide = keyof typeof shadeGuides
/** Code of a shade guide, such as `vita_classical`. */
export const shadeGuideNames = Object.keys(shadeGuides) as [ShadeGuide, ...ShadeGuide[]]

export type ShadeCode = (typeof shadeGuides)[ShadeGuide][number]
/** A shade of any guide, as printed on the sample tooth. */
export const shadeCodes = [...new Set(Object.values(shadeGuides).flat())] as [ShadeCode, ...ShadeCode[]]

/** The VITA classical shades from light to dark. */
export const vitaByValue = [
  ...(['B1', 'A1', 'B2', 'D2', 'A2', 'C1', 'C2', 'D4'] as const),
  ...(['A3', 'D3', 'B3', 'A3.5', 'B4', 'C3', 'A4', 'C4'] as const),
] as const

/** Shade of the prepared tooth (natural die). */
export const stumpShades = ['ND1', 'ND2', 'ND3', 'ND4', 'ND5', 'ND6', 'ND7', 'ND8', 'ND9'] as const
export type StumpShade = (typeof stumpShades)[number]

/** Shades of the gingiva and of denture bases. */
export const gingivaShades = [
  ...(['light_pink', 'pink', 'dark_pink'] as const),
  ...(['light_pink_veined', 'pink_veined', 'dark_pink_veined', 'brown_pink', 'clear'] as const),
] as const

/** Appliances of orthodontics. */
export const appliances = [
  'aligners',
  'hawley',
  'spring_retainer',
  'vacuum_retainer',
  'bonded_retainer',
  'rapid_expander',
  'quad_helix',
  'schwarz',
  'herbst',
  'twin_block',
  'bionator',
  'nance',
  'lingual_arch',
  'band_loop',
  'distalizer',
  'splint',
  'night_guard',
  'sleep_device',
  'indirect_bonding',
  'study_models',
  'printed_models',
] as const
export type Appliance = (typeof appliances)[number]

/** Kinds of removable work. */
export const removableKinds = [
  ...(['full', 'partial', 'immediate', 'overdenture', 'flexible', 'copy'] as const),
  ...(['reline', 'rebase', 'repair', 'addition'] as const),
] as const

/** Kinds of removable work with new teeth and a new base. */
export const dentureKinds: readonly string[] = ['full', 'partial', 'immediate', 'overdenture', 'flexible']
/** Kinds of removable work that replace only some teeth. */
export const partialKinds: readonly string[] = ['partial', 'flexible', 'addition']
/** Stages of a denture before its base is chosen. */
export const stagesWithoutBase: readonly string[] = ['special_tray', 'bite_rim']
/** Stages of a denture before its teeth are chosen. */
export const stagesWithoutTeeth: readonly string[] = [...stagesWithoutBase, 'framework_try_in']

/** Fields of the prescription that contain a code, with the codes of each. */
export const prescriptionChoices = {
  // Shade
  translucency: ['low', 'medium', 'high'],
  texture: ['smooth', 'natural', 'marked'],
  gloss: ['matt', 'silk', 'high'],
  // Preferences of fixed work
  occlusalContact: ['heavy', 'medium', 'light', 'none'],
  proximalContact: ['tight', 'medium', 'light'],
  occlusalScheme: ['canine_guidance', 'group_function', 'balanced', 'lingualized', 'monoplane'],
  ponticForm: ['ovate', 'ridge_lap', 'modified_ridge_lap', 'hygienic'],
  margin: ['chamfer', 'shoulder', 'feather_edge', 'porcelain_butt'],
  noClearance: ['call', 'reduce_opposing', 'reduction_coping'],
  preOp: ['copy', 'improve', 'ignore'],
  model: ['printed', 'stone', 'none'],
  tryIn: ['none', 'wax', 'printed', 'framework', 'bisque'],
  // Implant
  level: ['implant', 'multi_unit'],
  abutment: ['custom_titanium', 'zirconia_on_base', 'titanium_base', 'stock', 'none'],
  retention: ['screw', 'angulated_screw', 'screw_cement', 'cement', byLab],
  engaging: ['engaging', 'non_engaging'],
  parts: ['original', 'compatible'],
  partsBy: ['clinic', 'lab'],
  tissuePressure: ['none', 'light', 'medium', 'heavy'],
  emergence: ['concave', 'straight', 'convex'],
  surgicalGuide: ['none', 'pilot', 'full'],
  gingiva: gingivaShades,
  // Orthodontics
  arch: ['upper', 'lower', 'both'],
  clasp: ['adams', 'ball', 'c_clasp', 'none'],
  acrylicColour: ['clear', 'pink', 'blue', 'green', 'red', 'purple', 'glitter'],
  thickness: ['0.75', '1.0', '1.5', '2.0', '3.0'],
  anchorage: ['banded', 'bonded', 'crowns'],
  screw: ['standard', 'fan', 'three_way'],
  splintKind: ['hard', 'soft', 'dual'],
  wireKind: ['braided', 'round', 'flat'],
  tray: ['vacuum', 'silicone', 'printed'],
  review: ['none', 'setup', 'call'],
  course: ['first', 'refinement'],
  goal: ['full', 'front', 'relapse', 'pre_restorative'],
  ipr: ['none', 'ok', 'if_needed'],
  attachments: ['none', 'allowed', 'from_stage'],
  expansion: ['none', 'if_needed', 'yes'],
  overjet: ['keep', 'improve', 'ideal'],
  overbite: ['keep', 'improve', 'ideal'],
  midline: ['keep', 'improve', 'ideal'],
  sagittal: ['keep', 'improve_canines', 'correct'],
  spaces: ['close', 'keep'],
  biteRamps: ['none', 'incisors', 'canines'],
  overcorrection: ['none', 'yes'],
  stepMm: ['0.2', '0.3'],
  wearDays: ['7', '10', '14'],
  modelFinish: ['solid', 'hollow', 'horseshoe', 'articulated'],
  // Removable
  stage: ['special_tray', 'bite_rim', 'tooth_set_up', 'framework_try_in', 'printed_try_in', 'finish'],
  base: ['acrylic', 'metal_cocr', 'metal_titanium', 'flexible', 'milled', 'printed', byLab],
  baseShade: gingivaShades,
  kennedy: ['1', '2', '3', '4'],
  majorConnector: [
    ...(['palatal_strap', 'palatal_plate', 'double_strap', 'horseshoe'] as const),
    ...(['lingual_bar', 'lingual_plate'] as const),
  ],
  claspPlan: [byLab, 'none'],
  claspForm: ['akers', 'roach', 'ring', 'wrought', 'ball', 'aesthetic'],
  postDam: ['none', 'standard', 'deep'],
  rimLines: ['marked', 'by_lab'],
  nameInDenture: ['no', 'yes'],
} as const satisfies Record<string, readonly string[]>
export type ChoiceName = keyof typeof prescriptionChoices
export type ChoiceOf<Name extends ChoiceName> = (typeof prescriptionChoices)[Name][number]

/** Numeric fields with their bounds. The name ends with the unit (`Mm`, `Ncm`); a field without a unit is the number of an aligner stage. */
export const prescriptionMeasures = {
  diameterMm: { min: 2, max: 10, step: 0.05 },
  lengthMm: { min: 4, max: 60, step: 0.5 },
  marginDepthMm: { min: 0, max: 5, step: 0.1 },
  torqueNcm: { min: 5, max: 50, step: 1 },
  advancementMm: { min: 0, max: 15, step: 0.5 },
  openingMm: { min: 0, max: 15, step: 0.5 },
  attachmentsFromStage: { min: 1, max: 99, step: 1 },
  ofStage: { min: 1, max: 99, step: 1 },
  verticalMm: { min: 20, max: 120, step: 0.5 },
} as const satisfies Record<string, { min: number; max: number; step: number }>
export type MeasureName = keyof typeof prescriptionMeasures

/** Fields that aligners require: goals, movements and the course of the treatment. */
export const alignerFields = ['course', 'goal', 'ipr', 'attachments', 'expansion', 'spaces'] as const
/** Goals for the bite, which aligners require if they correct the whole bite. */
export const biteFields = ['overjet', 'overbite', 'midline', 'sagittal'] as const

const acrylic = ['clasp', 'clasps', 'acrylicColour'] as const
const guard = ['splintKind', 'thickness', 'openingMm', 'occlusalScheme'] as const

/**
 * The fields of each appliance in addition to its arch and note. `clasps` are the teeth with a clasp, `teeth` those with a
 * bracket, bond or band.
 */
export const applianceFields = {
  aligners: [
    ...(['course', 'goal'] as const),
    ...(['fixedTeeth', 'extracted', 'attachments', 'attachmentsFromStage', 'ipr', 'expansion'] as const),
    ...(['overjet', 'overbite', 'midline', 'sagittal', 'spaces', 'biteRamps'] as const),
    ...(['overcorrection', 'stepMm', 'wearDays', 'ofStage'] as const),
  ],
  hawley: acrylic,
  spring_retainer: ['acrylicColour', 'teeth'],
  vacuum_retainer: ['thickness', 'ofStage'],
  bonded_retainer: ['teeth', 'wireKind'],
  rapid_expander: ['anchorage', 'screw', 'teeth'],
  quad_helix: ['anchorage', 'teeth'],
  schwarz: [...acrylic, 'screw'],
  herbst: ['anchorage', 'advancementMm'],
  twin_block: [...acrylic, 'advancementMm', 'openingMm'],
  bionator: ['acrylicColour', 'advancementMm', 'openingMm'],
  nance: ['teeth'],
  lingual_arch: ['teeth'],
  band_loop: ['teeth'],
  distalizer: ['anchorage', 'teeth'],
  splint: guard,
  night_guard: guard,
  sleep_device: ['advancementMm', 'openingMm', 'thickness'],
  indirect_bonding: [
    ...(['teeth', 'extracted', 'bracketBrand', 'bracketHeight', 'wire', 'tray'] as const),
    ...(['contacts', 'review'] as const),
  ],
  study_models: ['modelFinish'],
  printed_models: ['modelFinish', 'ofStage'],
} as const satisfies Record<Appliance, readonly string[]>
