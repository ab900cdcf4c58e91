/** Preferences that a laboratory may ask for. */
export const preferenceRequirements = [
  ...([
    'occlusalContact',
    'proximalContact',
    'ponticForm',
    'margin',
    'noClearance',
    'model',
    'tryIn',
  ] as const),
] as const

/** What a laboratory may ask for beside what every case needs (decisions §6), by order type. */
export const labRequirements = [
  'restoration.stump',
  ...preferenceRequirements.map((name) => `restoration.${name}` as const),
  'implant.material',
  'implant.shade',
  'implant.implant',
  'implant.scanBody',
  'implant.level',
  'implant.abutment',
  'implant.retention',
  'implant.parts',
  'implant.partsBy',
  ...preferenceRequirements.map((name) => `implant.${name}` as const),
  'orthodontics.teeth',
  'orthodontics.thickness',
  'orthodontics.attachments',
  'orthodontics.ipr',
  'orthodontics.note',
  'removable.stage',
  'removable.base',
  'removable.baseShade',
  'removable.shade',
  'removable.toothMould',
] as const
export type LabRequirement = (typeof labRequirements)[number]
