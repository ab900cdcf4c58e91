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

/**
 * What a laboratory may ask for beside what every case needs (rules §6), by order type. Words that end in `Scan` or
 * `Scans` are about its files (`judgeReadiness`), the others about its prescription (`listMissing`).
 */
export const labRequirements = [
  'restoration.stump',
  ...preferenceRequirements.map((name) => `restoration.${name}` as const),
  'restoration.archScans',
  'restoration.biteScan',
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
  'implant.archScans',
  'implant.biteScan',
  'implant.bodyScan',
  'orthodontics.teeth',
  'orthodontics.thickness',
  'orthodontics.attachments',
  'orthodontics.ipr',
  'orthodontics.note',
  'orthodontics.archScans',
  'orthodontics.biteScan',
  'removable.stage',
  'removable.base',
  'removable.baseShade',
  'removable.shade',
  'removable.toothMould',
  'removable.archScans',
  'removable.biteScan',
] as const
export type LabRequirement = (typeof labRequirements)[number]
