/**
 * Checks citations in code, tests and documents. `rules §5` and `formats §3` are sections of `docs/rules.md` and
 * `docs/formats.md`, `decision 0039` is a record in `docs/decisions`, `T42` a row of `docs/threats.md`, and
 * `requirement 5.express` a row of `docs/requirements.json` or the beginning of several ids. Standards are cited by
 * section. Fails on a citation that does not resolve, and on a threat row of a built feature that no test title names.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

/** The targets of citations. `documents`: paths of all Markdown files; `requirements`: all ids of the ledger. */
export type Sources = {
  sections: Readonly<Record<'rules' | 'formats', ReadonlySet<string>>>
  decisions: ReadonlySet<string>
  threats: ReadonlySet<string>
  requirements: readonly string[]
  documents: readonly string[]
}

const sectionCitation =
  /(?:\b(rules|formats|RFC \d+|HTML|WebAuthn) )?§\d+(?:\.\d+)*(?:(?:, |; | and |–)§?\d+(?:\.\d+)*)*/gi
const requirementCitation = /\brequirements? (\d\.[\w./{}-]*\w(?:(?:, | and )\d\.[\w./{}-]*\w)*)/gi

/**
 * Finds citations that do not resolve.
 * @param text text of a source or document; a citation may continue on the next line of a comment
 * @returns the citations as they are written
 */
export function findBrokenCitations(text: string, sources: Sources): string[] {
  const line = text.replace(/\n\s*(?:\*|\/\/|--)?\s*/g, ' ')
  const find = (pattern: RegExp, resolves: (name: string) => boolean) =>
    [...line.matchAll(pattern)].filter(([, name = '']) => !resolves(name)).map(([citation]) => citation)
  return [
    ...[...line.matchAll(sectionCitation)]
      .filter(([citation, document]) => !resolvesSection(citation, document?.toLowerCase(), sources))
      .map(([citation]) => citation),
    ...find(/\bdecisions?(?: |\/)(\d+)\b/gi, (number) => sources.decisions.has(number)),
    ...find(/\bRFC \d+(?! §\d| appendix [A-Z])\b/g, () => false),
    ...find(/\b(T\d\d)\b(?!:\d)/g, (row) => sources.threats.has(row)),
    ...find(requirementCitation, (ids) => ids.split(/, | and /).every((id) => isRequirement(id, sources))),
    ...find(/((?:[\w-]+\/)*[\w-]+\.md)\b/g, (path) =>
      sources.documents.some((one) => `/${one}`.endsWith(`/${path}`)),
    ),
  ]
}

function resolvesSection(citation: string, document: string | undefined, { sections }: Sources): boolean {
  if (/^(?:rfc|html|webauthn)/.test(document ?? '')) return true
  const known = document === 'rules' || document === 'formats' ? sections[document] : undefined
  const numbers = citation.slice(citation.indexOf('§')).match(/\d+(?:\.\d+)*/g) ?? []
  return known !== undefined && numbers.every((number) => known.has(number))
}

const isRequirement = (id: string, { requirements }: Sources) =>
  requirements.some((one) => one === id || one.startsWith(`${id}.`))

/**
 * Finds the threat rows that the titles of tests name, such as `T05` in `'T05: …'`.
 * @param source text of a test file
 */
export function findThreatRows(source: string): string[] {
  const titles = source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])(.*?)\1/gs)
  return [...titles].flatMap(([, , title = '']) => title.match(/\bT\d\d\b/g) ?? [])
}

/** Parses `docs/threats.md`. @returns all rows, and the rows whose feature exists, which need a test */
export function parseThreats(text: string): { all: string[]; due: string[] } {
  const listRows = (part: string) => [...part.matchAll(/^\| (T\d\d) /gm)].map(([, row = '']) => row)
  return { all: listRows(text), due: listRows(text.split('\n## Attacks on planned features')[0] ?? '') }
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')

function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  return [...new Set(output.toString().split('\n'))].filter((path) => path && existsSync(join(root, path)))
}

function readSources(files: readonly string[], threats: readonly string[]): Sources {
  const listSections = (path: string) =>
    new Set([...read(path).matchAll(/^## (\d+)\. /gm)].map(([, number = '']) => number))
  return {
    sections: { rules: listSections('docs/rules.md'), formats: listSections('docs/formats.md') },
    decisions: new Set(files.flatMap((path) => path.match(/^docs\/decisions\/(\d+)-/)?.[1] ?? [])),
    threats: new Set(threats),
    requirements: (JSON.parse(read('docs/requirements.json')) as { id: string }[]).map(({ id }) => id),
    documents: files.filter((path) => path.endsWith('.md')),
  }
}

if (import.meta.main) {
  const files = listFiles()
  const threats = parseThreats(read('docs/threats.md'))
  const sources = readSources(files, threats.all)
  const texts = files
    .filter((path) => /^(?!demo\/).*\.(?:tsx?|mjs|sql|css|md)$|^docs\/requirements\.json$/.test(path))
    .map((path) => ({ path, text: read(path) }))
  const faults = texts.flatMap(({ path, text }) =>
    findBrokenCitations(text, sources).map((citation) => `${path}: ${citation} does not resolve`),
  )
  const tests = texts.filter(({ path }) => /\.(?:test|spec)\.ts$/.test(path))
  const tested = new Set(tests.flatMap(({ text }) => findThreatRows(text)))
  const untested = threats.due.filter((row) => !tested.has(row))
  faults.push(...untested.map((row) => `docs/threats.md: no test names ${row}`))
  for (const fault of faults) console.error(fault)
  console.log(
    `${texts.length} files cite what exists; ${threats.due.length - untested.length} of ${threats.due.length} threat rows have a test`,
  )
  if (faults.length > 0) process.exitCode = 1
}
