import type { ImplantItem, Material, RestorationItem, Shade, Tooth } from '@pontic/contract'
import { normalizeWords } from './words.ts'

/** Code of a work in a restoration or an implant order. */
export type WorkCode = RestorationItem['work'] | ImplantItem['work']

/**
 * A work on one tooth, parsed from a document. Values without a code are undefined or null.
 * - `words`: the original text, which goes to `unmapped` if a code is missing.
 * - `isOnImplant`: the tooth has an implant.
 */
export type ParsedWork = {
  tooth: Tooth
  work: WorkCode | undefined
  material: Material | null
  shade: Shade
  isOnImplant: boolean
  abutment: ImplantItem['abutment']
  retention: ImplantItem['retention']
  note: string
  words: string
}

// The first match is used: a temporary crown is a provisional, and a pontic of a bridge is not a crown.
const workWords: readonly (readonly [WorkCode, RegExp])[] = [
  ['provisional', /tempor|provisi|egg ?shell|interim/],
  ['pontic', /pontic|brückenglied/],
  ['wax_up', /wax ?up|mock ?up/],
  ['wing', /maryland|\bwing|adhesive bridge/],
  ['telescope', /telesc|denture coping|konus|primary crown/],
  ['post_core', /post (and )?core|post ?core|stiftaufbau/],
  ['overlay', /overlay/],
  ['onlay', /onlay/],
  ['inlay', /inlay/],
  ['veneer', /veneer|laminate/],
  ['coping', /coping|käppchen|framework/],
  ['bar', /\bbar\b|\bsteg\b/],
  ['abutment', /abutment/],
  ['crown', /crown|krone|corona|couronne|bridge/],
]

/** Finds the work that a text of other software describes. Undefined if nothing matches. */
export function findWork(text: string): WorkCode | undefined {
  const plain = normalizeWords(text)
  return plain === '' ? undefined : workWords.find(([, words]) => words.test(plain))?.[0]
}
