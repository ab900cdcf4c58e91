import {
  blankShade,
  type Material,
  type Shade,
  type ShadeGuide,
  shadeGuideNames,
  shadeGuides,
  stumpShades,
} from '@pontic/contract'

/** Normalizes text of other software for matching: lower case, single spaces, no punctuation, `camelCase` split into words. */
export const normalizeWords = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[-_/.,;:()[\]+\s]+/g, ' ')
    .trim()
    .toLowerCase()

// The first match is used, so that layered zirconia is not recognized as monolithic zirconia.
const materialWords: readonly (readonly [Material, RegExp])[] = [
  ['pfz', /\bpfz\b|(porcelain|layered|veneered|verblendet).*(zirc|zirk)|(fused to|ceramic on) zirc/],
  ['pfm_nicr', /(porcelain|ceramic|pfm|vmk).*(ni ?cr|nickel)/],
  ['pfm_ti', /(porcelain|ceramic|pfm|vmk).*titan/],
  ['pfg', /\bpfg\b|(porcelain|ceramic|pfm|vmk).*gold/],
  ['pfm_cocr', /(porcelain|ceramic|pfm|vmk).*(co ?cr|cobalt|chrom)/],
  [
    'zirconia_multilayer',
    /(multi ?layer|gradient|\bml\b).*(zirc|zirk)|(zirc|zirk).*(multi ?layer|gradient|\bml\b)|\b[us]tml\b/,
  ],
  ['zirconia', /zirc|zirk|\bzro ?2?\b|^zi$/],
  ['lithium_disilicate', /lithium|disili[ck]at|\be ?max\b|^ls2?$/],
  ['hybrid_ceramic', /hybrid|enamic|cerasmart/],
  ['glass_ceramic', /glass|glas|leucit|empress/],
  ['press_ceramic', /press/],
  ['pmma', /pmma/],
  ['printed_resin', /print/],
  ['composite', /composit|komposit/],
  ['wax', /\bwax|wachs/],
  ['cocr', /co ?cr|cobalt|kobalt|non ?precious|\bnem\b|chrome cobalt/],
  ['titanium', /titan|^ti$/],
  ['gold', /gold/],
]

/** Finds the material that a text of other software describes. Undefined if nothing matches. */
export function findMaterial(text: string): Material | undefined {
  const plain = normalizeWords(text)
  return plain === '' ? undefined : materialWords.find(([, words]) => words.test(plain))?.[0]
}

/** Finds the shade guide that a document names, such as `VITA Lumin` or `vita_3d_master`. Undefined if it is unknown. */
export function findShadeGuide(text: string): ShadeGuide | undefined {
  const plain = normalizeWords(text)
  if (/3 ?d ?master/.test(plain)) return 'vita_3d_master'
  if (/chroma/.test(plain)) return 'chromascop'
  if (/bleach/.test(plain)) return 'bleach'
  return /classic|lumin|vita/.test(plain) ? 'vita_classical' : undefined
}

const plainShade = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/^VITA\s*/, '')
    .replaceAll(/\s+/g, '')
    .replaceAll(',', '.')

/** Finds the code of a shade in a guide, or in all guides if none is given. Undefined if no guide has the shade. */
export function findShadeCode(
  text: string,
  guide?: ShadeGuide,
): { guide: ShadeGuide; code: Shade['body'] } | undefined {
  const plain = plainShade(text)
  for (const name of guide ? [guide] : shadeGuideNames) {
    const code = shadeGuides[name].find((one) => one === plain)
    if (code !== undefined) return { guide: name, code }
  }
  return undefined
}

/** The texts of a shade in a document: the guide, and one text for each zone. */
export type ShadeTexts = {
  guide?: string
  cervical?: string
  body?: string
  incisal?: string
  stump?: string
}

/**
 * Parses the texts of a shade. All zones use one guide: the named one, otherwise the guide of the first zone.
 * @returns the shade, and in `unmatched` the texts that are no shade of that guide
 */
export function parseShade(words: ShadeTexts): { shade: Shade; unmatched: string[] } {
  const shade: Shade = { ...blankShade }
  const unmatched: string[] = []
  let guide = findShadeGuide(words.guide ?? '')
  for (const zone of ['body', 'cervical', 'incisal'] as const) {
    const text = words[zone]?.trim() ?? ''
    if (text === '') continue
    const found = findShadeCode(text, guide)
    if (found === undefined) unmatched.push(text)
    else {
      guide = found.guide
      shade.guide = found.guide
      shade[zone] = found.code
    }
  }
  const stump = plainShade(words.stump ?? '')
  shade.stump = stumpShades.find((code) => code === stump) ?? null
  if (stump !== '' && shade.stump === null) unmatched.push(words.stump ?? '')
  return { shade, unmatched }
}

/** Formats a shade as one line, such as `vita_classical A1/A2/A3 (ND2)`. Empty for a shade without codes. */
export function formatShade({ guide, cervical, body, incisal, stump }: Shade): string {
  const zones = [cervical, body, incisal].filter((code) => code !== null)
  const codes = zones.length === 0 ? '' : `${guide} ${zones.join('/')}`
  return [codes, stump === null ? '' : `(${stump})`].filter((part) => part !== '').join(' ')
}
