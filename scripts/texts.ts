/**
 * Checks the texts of all languages: `npm run texts` prints one line per language, and fails on missing, stale and broken texts.
 *
 * - `npm run texts -- de_DE` lists the findings of one language.
 * - `npm run texts -- --translated de_DE orders.columns` records that the texts below a key are translated from the present English
 *   ones. Without a key it records all texts, without a language all languages.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  findBreaks,
  findHints,
  type Glossary,
  hasWords,
  listTexts,
  type Notes,
  type Term,
  type TextTree,
} from './text-checks.ts'

const folder = new URL('../packages/messages/', import.meta.url)
const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as T

const source = 'en_US'
const languages = readdirSync(new URL('src/', folder))
  .filter((name) => /^[a-z]{2}_[A-Z]{2}\.json$/.test(name))
  .map((name) => name.slice(0, -'.json'.length))
  .filter((language) => language !== source)

const english = new Map(listTexts(read<TextTree>(`src/${source}.json`)))
const notes = read<Notes>('notes.json')
const terms = read<Record<string, Term>>('glossary/terms.json')

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 6)

/**
 * Digests of the English texts that the translations were made from, by key. A language that is behind the others has an entry of
 * its own, `key@language`.
 */
type Sources = Record<string, string>
const sourcesFile = 'translated-from.json'
const sources = existsSync(new URL(sourcesFile, folder)) ? read<Sources>(sourcesFile) : {}

const sourceOf = (language: string, key: string) => sources[`${key}@${language}`] ?? sources[key]

/** Records that texts of some languages are translated from the present English texts. */
function recordTranslated(chosen: readonly string[], prefix: string): number {
  let count = 0
  const next: Sources = {}
  for (const [key, text] of english) {
    const digest = digestOf(text)
    const isChosen = key === prefix || prefix === '' || key.startsWith(`${prefix}.`)
    const froms = new Map(
      languages.map((language) => [
        language,
        isChosen && chosen.includes(language) ? digest : (sourceOf(language, key) ?? ''),
      ]),
    )
    if (isChosen) count += 1
    const common = [...froms.values()].includes(digest) ? digest : (sources[key] ?? '')
    next[key] = common
    for (const [language, from] of froms) if (from !== common) next[`${key}@${language}`] = from
  }
  writeFileSync(new URL(sourcesFile, folder), `${JSON.stringify(next, undefined, 2)}\n`)
  return count
}

type Finding = {
  readonly kind: 'missing' | 'stale' | 'broken' | 'hint' | 'equal'
  readonly key: string
  readonly text: string
}

function inspect(language: string): Finding[] {
  const texts = new Map(listTexts(read<TextTree>(`src/${language}.json`)))
  const path = `glossary/${language}.json`
  const glossary = existsSync(new URL(path, folder)) ? read<Glossary>(path) : undefined
  const explained = new Set(Object.values(glossary?.same ?? {}).flat())
  const tag = language.replace('_', '-')
  const found: Finding[] = []
  for (const [key, original] of english) {
    const text = texts.get(key)
    if (text === undefined) {
      found.push({ kind: 'missing', key, text: original })
      continue
    }
    if (sourceOf(language, key) !== digestOf(original)) found.push({ kind: 'stale', key, text: original })
    const breaks = findBreaks(original, text, tag)
    for (const reason of breaks) found.push({ kind: 'broken', key, text: reason })
    if (text === original && hasWords(text)) {
      found.push({ kind: 'equal', key, text })
      if (!explained.has(key))
        found.push({ kind: 'broken', key, text: 'equals the English text, without a reason in the glossary' })
    }
    if (breaks.length === 0)
      for (const hint of findHints({ key, english: original, text, notes, terms, glossary }))
        found.push({ kind: 'hint', key, text: `${hint}: ${text}` })
  }
  for (const key of texts.keys())
    if (!english.has(key)) found.push({ kind: 'broken', key, text: 'is no key of the English catalogue' })
  return found
}

function main(args: readonly string[]): void {
  const [first, ...rest] = args
  if (first === '--translated') {
    const named = rest.filter((word) => languages.includes(word))
    const [prefix = ''] = rest.filter((word) => !languages.includes(word))
    const chosen = named.length > 0 ? named : languages
    console.log(
      `${recordTranslated(chosen, prefix)} texts are recorded as translated for ${chosen.join(', ')}.`,
    )
    return
  }
  if (first !== undefined) {
    for (const { kind, key, text } of inspect(first)) console.log(`${kind.padEnd(8)}${key}: ${text}`)
    return
  }
  let faults = 0
  for (const language of languages) {
    const found = inspect(language)
    const count = (kind: Finding['kind']) => found.filter((finding) => finding.kind === kind).length
    const [missing, stale, broken] = [count('missing'), count('stale'), count('broken')]
    faults += missing + stale + broken
    const equal = ((count('equal') / english.size) * 100).toFixed(1)
    console.log(
      `${language}: ${english.size - missing} of ${english.size} texts, ${missing} missing, ${stale} stale, ${broken} broken, ${count('hint')} suspicious, ${equal} % equal to English`,
    )
  }
  if (faults > 0) process.exitCode = 1
}

main(process.argv.slice(2))
