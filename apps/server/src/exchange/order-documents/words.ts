import {
  blankShade,
  type Material,
  type Shade,
  type ShadeGuide,
  shadeGuideNames,
  shadeGuides,
  stumpShades,
} from '@pontic/contract'

/** Foreign text normalized for matching: lower case, single spaces. */
export const normalizeWords = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[-_/.,;:()[\]+\s]+/g, ' ')
    .trim()
    .toLowerCase()

// The first match counts. Layered zirconia is not monolithic.
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

/** The material described by foreign text; undefined if nothing matches. */
export function findMaterial(text: string): Material | undefined {
  const plain = normalizeWords(text)
  return plain === '' ? undefined : materialWords.find(([, words]) => words.test(plain))?.[0]
}

/** The shade guide named in a document: `VITA Lumin`, `vita_3d_master`, `Chromascop`; undefined if unknown. */
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

/** The code of a shade in a guide, or in any guide if none is given; undefined for text that is no shade. */
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

/** The shade texts of a document, by zone. */
export type ShadeTexts = {
  guide?: string
  cervical?: string
  body?: string
  incisal?: string
  stump?: string
}

/**
 * The shade described in a document, and the texts found in no guide. All zones use one guide: the named one,
 * otherwise that of the first zone.
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

/** A shade as one line, such as `vita_classical A1/A2/A3 (ND2)`; empty without any. */
export function formatShade({ guide, cervical, body, incisal, stump }: Shade): string {
  const zones = [cervical, body, incisal].filter((code) => code !== null)
  const codes = zones.length === 0 ? '' : `${guide} ${zones.join('/')}`
  return [codes, stump === null ? '' : `(${stump})`].filter((part) => part !== '').join(' ')
}
