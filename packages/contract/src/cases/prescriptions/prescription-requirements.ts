/** Preferences that a laboratory may require. */
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

// `listReadinessNotes` checks requirements that end in `Scan` or `Scans`, `listMissing` the others.
/** Additional requirements that a laboratory may set, by type of case (rules §6). */
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

/** Requirements that every case has since they became general ones. A laboratory that has set them keeps them. */
export const generalRequirements: readonly LabRequirement[] = [
  'implant.material',
  'implant.shade',
  'implant.implant',
  'implant.retention',
  'orthodontics.attachments',
  'orthodontics.ipr',
]
