import type { ImplantItem, Material, RestorationItem, Shade, Tooth } from '@pontic/contract'
import { plainWords } from './words.ts'

/** A work of a restoration, of an implant case, or none that is known. */
export type WorkCode = RestorationItem['work'] | ImplantItem['work']

/**
 * One work on one tooth as a document tells it, in our codes as far as they go. `words` is what it says in its own words:
 * they stand in the notes where a code is missing. `isOnImplant`: the tooth carries an implant.
 */
export type ReadWork = {
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

// In this order: the first that fits. A temporary crown is a provisional, a pontic of a bridge no crown.
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

/** The work that words of a foreign document mean; undefined where none of the lists fits. */
export function findWork(text: string): WorkCode | undefined {
  const plain = plainWords(text)
  return plain === '' ? undefined : workWords.find(([, words]) => words.test(plain))?.[0]
}
