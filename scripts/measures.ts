/**
 * Measures size and repetition of the sources: `node scripts/measures.ts`. `npm run check` prints the same lines. The figures
 * have no limit, but a change that increases them should have a reason.
 */
import { parseSync, Visitor } from 'vite'
import { listClasses } from './check-styles.ts'
import { readSources, type SourceText } from './source-texts.ts'

const isTest = (path: string) => /\.test\.tsx?$|\/test\//.test(path)

/** Counts `as` casts except `as const`. */
export function countCasts({ path, text }: SourceText): number {
  let count = 0
  new Visitor({
    TSAsExpression: ({ typeAnnotation: type }) => {
      const isConst =
        type.type === 'TSTypeReference' &&
        type.typeName.type === 'Identifier' &&
        type.typeName.name === 'const'
      if (!isConst) count++
    },
  }).visit(parseSync(path, text).program)
  return count
}

/** Lists the class names that CSS modules do not rename, each once. */
export function listGlobalClasses(sheets: readonly SourceText[]): string[] {
  return [...new Set(sheets.flatMap((sheet) => [...listClasses(sheet).global]))].sort()
}

const runLines = 6
const filesOfRunMax = 8

/** Lists the lines of a source without blank lines, comments, imports and lines of punctuation, with white space folded. */
function meaningfulLines(text: string): string[] {
  const withoutImports = text
    .replaceAll(/^import [\s\S]*?from '[^']+'$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return withoutImports
    .split('\n')
    .map((line) =>
      line
        .replace(/\/\/.*$/, '')
        .trim()
        .replaceAll(/\s+/g, ' '),
    )
    .filter((line) => /\w/.test(line))
}

/** Counts the pairs of files that share a run of at least six identical lines. Runs in more than eight files are too common to count. */
export function countDuplicatePairs(sources: readonly SourceText[]): number {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    const lines = meaningfulLines(text)
    for (let at = 0; at + runLines <= lines.length; at++) {
      const run = lines.slice(at, at + runLines).join('\n')
      places.set(run, (places.get(run) ?? new Set()).add(path))
    }
  }
  const pairs = new Set<string>()
  for (const paths of places.values()) {
    if (paths.size > filesOfRunMax) continue
    const sorted = [...paths].sort()
    for (const [place, one] of sorted.entries())
      for (const other of sorted.slice(place + 1)) pairs.add(`${one} ${other}`)
  }
  return pairs.size
}

/** Returns the figures, one line each. */
export function printMeasures(): string[] {
  const web = readSources('apps/web/src/**/*.{ts,tsx,css}')
  const code = readSources('{packages,apps}/*/src/**/*.{ts,tsx}').filter(({ path }) => !isTest(path))
  const scripts = readSources('{scripts,e2e,bench}/**/*.ts').filter(({ path }) => !isTest(path))
  const lines = web.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  return [
    `${lines} lines in apps/web/src (TS, TSX, CSS)`,
    `${listGlobalClasses(web.filter(({ path }) => path.endsWith('.css'))).length} global CSS classes`,
    `${code.reduce((sum, source) => sum + countCasts(source), 0)} casts that are not \`as const\`, outside tests`,
    `${countDuplicatePairs([...code, ...scripts])} pairs of files share six or more identical lines, unit tests left out`,
  ]
}

if (import.meta.main) for (const line of printMeasures()) console.log(line)
