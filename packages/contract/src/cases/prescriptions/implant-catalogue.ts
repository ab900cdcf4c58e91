/** A product line of implants. `platforms` maps the manufacturer's name of a platform to its diameters in millimetres. */
export type ImplantLine = {
  readonly name: string
  readonly platforms: Readonly<Record<string, readonly number[]>>
}

/** A manufacturer of implants and its product lines by code. Names are not translated. */
export type ImplantMaker = { readonly name: string; readonly lines: Readonly<Record<string, ImplantLine>> }

/**
 * Implant systems: manufacturer, line, platform, diameter. The options of each step depend on the choices in the steps before
 * it. Users choose from lists, because a typing error leads to wrong parts and a remake. With `other` the clinic describes the
 * implant in the note.
 */
export const implantMakers = {
  straumann: {
    name: 'Straumann',
    lines: {
      blx: { name: 'BLX', platforms: { RB: [3.5, 3.75, 4, 4.5], WB: [5, 5.5, 6.5] } },
      tlx: { name: 'TLX', platforms: { NT: [3.75, 4.5], RT: [3.75, 4.5], WT: [5.5, 6.5] } },
      blt: { name: 'Bone Level Tapered', platforms: { SC: [2.9], NC: [3.3], RC: [4.1, 4.8] } },
      bl: { name: 'Bone Level', platforms: { NC: [3.3], RC: [4.1, 4.8] } },
      tl: { name: 'Tissue Level', platforms: { NNC: [3.3], RN: [3.3, 4.1, 4.8], WN: [4.8] } },
    },
  },
  nobel_biocare: {
    name: 'Nobel Biocare',
    lines: {
      active: { name: 'NobelActive', platforms: { '3.0': [3], NP: [3.5], RP: [4.3, 5], WP: [5.5] } },
      parallel_cc: { name: 'NobelParallel CC', platforms: { NP: [3.75], RP: [4.3, 5], WP: [5.5] } },
      replace_cc: { name: 'NobelReplace CC', platforms: { NP: [3.5], RP: [4.3, 5] } },
      replace: {
        name: 'NobelReplace Tri-channel',
        platforms: { NP: [3.5], RP: [4.3], WP: [5], '6.0': [6] },
      },
      speedy: { name: 'NobelSpeedy Groovy', platforms: { NP: [3.3], RP: [4], WP: [5] } },
      branemark: { name: 'Brånemark System', platforms: { NP: [3.3], RP: [3.75, 4], WP: [5] } },
    },
  },
  dentsply_sirona: {
    name: 'Dentsply Sirona',
    lines: {
      astra_ev: {
        name: 'Astra Tech EV',
        platforms: { '3.0': [3], '3.6': [3.6], '4.2': [4.2], '4.8': [4.8], '5.4': [5.4] },
      },
      astra_tx: {
        name: 'OsseoSpeed TX',
        platforms: { '3.0': [3], '3.5/4.0': [3.5, 4], '4.5/5.0': [4.5, 5] },
      },
      ankylos: { name: 'Ankylos C/X', platforms: { 'C/X': [3.5, 4.5, 5.5, 7] } },
      xive: {
        name: 'Xive S',
        platforms: { '3.0': [3], '3.4': [3.4], '3.8': [3.8], '4.5': [4.5], '5.5': [5.5] },
      },
    },
  },
  zimvie: {
    name: 'ZimVie',
    lines: {
      tsv: { name: 'Tapered Screw-Vent', platforms: { '3.5': [3.7, 4.1], '4.5': [4.7], '5.7': [6] } },
      certain: {
        name: 'Certain',
        platforms: { '3.4': [3.25], '4.1': [3.75, 4], '5.0': [5], '6.0': [6] },
      },
      external_hex: { name: 'External Hex', platforms: { '3.4': [3.25], '4.1': [3.75, 4], '5.0': [5] } },
    },
  },
  osstem: {
    name: 'Osstem',
    lines: {
      ts: { name: 'TS', platforms: { Mini: [3.5], Regular: [4, 4.5, 5, 6, 7] } },
      ss: { name: 'SS', platforms: { Regular: [3.5, 4, 4.5], Wide: [5, 6, 7] } },
      us: { name: 'US', platforms: { Mini: [3.5], Regular: [4], Wide: [5] } },
    },
  },
  megagen: {
    name: 'MegaGen',
    lines: {
      any_ridge: { name: 'AnyRidge', platforms: { Standard: [3.5, 4, 4.5, 5, 5.5, 6, 7] } },
      any_one: { name: 'AnyOne', platforms: { Standard: [3.5, 4, 4.5, 5, 5.5, 6, 7] } },
    },
  },
  dentium: {
    name: 'Dentium',
    lines: { super_line: { name: 'SuperLine', platforms: { Regular: [3.6, 4, 4.5, 5, 6, 7] } } },
  },
  camlog: {
    name: 'Camlog',
    lines: {
      camlog: {
        name: 'Camlog',
        platforms: { '3.3': [3.3], '3.8': [3.8], '4.3': [4.3], '5.0': [5], '6.0': [6] },
      },
      conelog: {
        name: 'Conelog',
        platforms: { '3.3': [3.3], '3.8': [3.8], '4.3': [4.3], '5.0': [5] },
      },
    },
  },
  biohorizons: {
    name: 'BioHorizons',
    lines: {
      internal: {
        name: 'Tapered Internal',
        platforms: { '3.0': [3], '3.5': [3.4, 3.8], '4.5': [4.6], '5.7': [5.8] },
      },
    },
  },
  neodent: {
    name: 'Neodent',
    lines: {
      grand_morse: {
        name: 'Grand Morse',
        platforms: { GM: [3.5, 3.75, 4, 4.3, 5, 6, 7] },
      },
    },
  },
  mis: {
    name: 'MIS',
    lines: {
      c1: { name: 'C1', platforms: { NP: [3.3], SP: [3.75, 4.2], WP: [5] } },
      v3: { name: 'V3', platforms: { NP: [3.3], SP: [3.9, 4.3], WP: [5] } },
      seven: { name: 'Seven', platforms: { NP: [3.3], SP: [3.75, 4.2], WP: [5, 6] } },
    },
  },
  other: { name: '', lines: {} },
  by_lab: { name: '', lines: {} },
} as const satisfies Record<string, ImplantMaker>
export type ImplantMakerCode = keyof typeof implantMakers
/**
 * A manufacturer of implants; `other` if the catalogue does not contain it, `by_lab` if the laboratory chooses the implant.
 */
export const implantMakerCodes = Object.keys(implantMakers) as [ImplantMakerCode, ...ImplantMakerCode[]]

type ScanBodyMaker = Exclude<ImplantMakerCode, 'by_lab'>
/** A manufacturer of scan bodies. */
export const scanBodyMakerCodes = implantMakerCodes.filter((code) => code !== 'by_lab') as [
  ScanBodyMaker,
  ...ScanBodyMaker[],
]

/** A choice from the catalogue. Each step is null until it is chosen. */
export type ImplantChoice = {
  maker: ImplantMakerCode | null
  line: string | null
  platform: string | null
  diameterMm: number | null
}

const linesOf = (maker: ImplantMakerCode | null): ImplantMaker['lines'] =>
  maker === null ? {} : implantMakers[maker].lines

/**
 * Returns the value of an untrusted key in a table; undefined for other keys, such as `constructor`, which
 * objects inherit.
 */
export const ownValue = <Value>(
  table: Readonly<Record<string, Value>>,
  key: string | null,
): Value | undefined => (key !== null && Object.hasOwn(table, key) ? table[key] : undefined)

/** Returns the chosen line; undefined if none is chosen. */
export const implantLineOf = (choice: Pick<ImplantChoice, 'maker' | 'line'>): ImplantLine | undefined =>
  ownValue(linesOf(choice.maker), choice.line)

/** Returns the options of each step, which depend on the choices of the steps before it. */
export function implantOptions(choice: ImplantChoice): {
  lines: { code: string; name: string }[]
  platforms: string[]
  diametersMm: readonly number[]
} {
  const line = implantLineOf(choice)
  return {
    lines: Object.entries(linesOf(choice.maker)).map(([code, { name }]) => ({ code, name })),
    platforms: Object.keys(line?.platforms ?? {}),
    diametersMm: (line && ownValue(line.platforms, choice.platform)) ?? [],
  }
}

/**
 * Returns the first step whose choice the catalogue does not offer for the steps before it; undefined if all choices are
 * valid.
 */
export function wrongImplantStep(choice: ImplantChoice): 'line' | 'platform' | 'diameterMm' | undefined {
  const { lines, platforms, diametersMm } = implantOptions(choice)
  if (choice.line !== null && !lines.some(({ code }) => code === choice.line)) return 'line'
  if (choice.platform !== null && !platforms.includes(choice.platform)) return 'platform'
  return choice.diameterMm !== null && !diametersMm.includes(choice.diameterMm) ? 'diameterMm' : undefined
}

/** Returns the name of a chosen implant, such as `Straumann BLX, RB, Ø 4 mm`; empty without a manufacturer, for `other` and `by_lab`. */
export function implantName(choice: ImplantChoice): string {
  if (choice.maker === null) return ''
  const line = implantLineOf(choice)?.name
  const named = [implantMakers[choice.maker].name, line].filter(Boolean).join(' ')
  const diameter = choice.diameterMm === null ? '' : `Ø ${choice.diameterMm} mm`
  return [named, choice.platform, diameter].filter(Boolean).join(', ')
}
