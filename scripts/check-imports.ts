/**
 * Checks imports, exports, role comparisons, folder names and the length of files for all sources below `packages` and `apps`:
 * `node scripts/check-imports.ts`. Prints each breach with its file and line and fails if there is one. Long functions are only
 * printed as notices.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { findFeatureRings, findRings } from './import-rings.ts'
import { baseName, findImportFault, type Place, placeOf } from './import-rules.ts'
import { readFacts, type SourceFacts } from './source-facts.ts'

/** A breach of a rule, with its file and line. */
export type Breach = { path: string; line: number; message: string }

/** The result of the checks. Notices do not fail the check. */
export type Verdict = { fileCount: number; breaches: Breach[]; notices: Breach[] }

const forbiddenFolders = /\/(utils?|common|helpers?|types)\//
const barrels = /^packages\/\w+\/src\/(\w+\/)?index\.ts$/
const rolesAllowedIn = 'packages/contract/src/permissions.ts'
const longestFile = 300
const longestTest = 500
const longestFunction = 40

/**
 * Checks every TypeScript source in the `src` folders of a checkout.
 * @param root the checkout's folder
 */
export function checkSources(root: string): Verdict {
  const paths = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/node_modules/'))
    .sort()
  const verdict: Verdict = { fileCount: paths.length, breaches: [], notices: [] }
  const imports = new Map<string, string[]>()
  for (const path of paths) {
    const found = checkSource(path, readFileSync(join(root, path), 'utf8'))
    verdict.breaches.push(...found.breaches, ...checkDependencies(root, path, found.packages))
    verdict.notices.push(...found.notices)
    imports.set(path, found.imports)
  }
  const rings = [...findRings(imports, (name) => findEntry(root, name)), ...findFeatureRings(imports)]
  verdict.breaches.push(
    ...rings.map((ring) => ({
      path: ring[0]!,
      line: 1,
      message: `import cycle: ${[...ring, ring[0]].join(' → ')}`,
    })),
  )
  return verdict
}

/** Finds the source file that a package of this repository exports under a module name. */
function findEntry(root: string, name: string): string | undefined {
  const [scope, folder = '', ...rest] = name.split('/')
  if (scope !== '@pontic') return undefined
  const target = readManifest(join(root, `packages/${folder}/package.json`)).exports?.[
    ['.', ...rest].join('/')
  ]
  return target === undefined ? undefined : posix.join(`packages/${folder}`, target)
}

/**
 * Checks one source.
 * @param path relative to the checkout, with `/`
 * @returns its breaches and notices, and the packages and modules that it imports
 */
export function checkSource(path: string, source: string) {
  const at = placeOf(path)
  const facts = readFacts(path, source)
  const breaches: Breach[] = []
  const blame = (line: number, message: string) => breaches.push({ path, line, message })
  for (const error of facts.errors) blame(1, error)
  for (const { line, text } of facts.imports) {
    const reason = findImportFault(path, text)
    if (reason) blame(line, `import '${text}': ${reason}`)
  }
  if (!barrels.test(path)) {
    for (const { line, text } of facts.reExports)
      blame(line, `re-exports '${text}': no barrels, import from the source`)
  }
  for (const { line } of facts.defaultExports) blame(line, 'default export: named exports only')
  if (path !== rolesAllowedIn && !at?.isTest) {
    for (const { line } of facts.roleChecks) blame(line, 'compares a role: ask the permission matrix instead')
  }
  checkPlace(path, facts.lineCount - countDocLines(source), at, blame)
  return {
    breaches,
    notices: at?.isTest ? [] : listLongFunctions(path, facts),
    packages: listPackages(facts),
    imports: facts.imports.map(({ text }) => text),
  }
}

/** Counts the lines of docstrings. They do not count towards a file's length, because the docstrings of the contract are long. */
const countDocLines = (source: string): number =>
  [...source.matchAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm)].reduce(
    (sum, [text]) => sum + text.split('\n').length - 1,
    0,
  )

function checkPlace(
  path: string,
  lineCount: number,
  at: Place | undefined,
  blame: (line: number, message: string) => void,
): void {
  if (forbiddenFolders.test(path)) blame(1, 'folder name says nothing: find the noun')
  if (path.split('/').length > 7) blame(1, 'deeper than src/<wing>/<feature>/<folder>/<file>')
  if (at?.unit === 'server' && path.endsWith('.tsx')) blame(1, 'no .tsx on the server: Node runs it as it is')
  const limit = at?.isTest ? longestTest : longestFile
  if (lineCount > limit && at?.file !== 'tables.ts') blame(limit + 1, `${lineCount} lines: at most ${limit}`)
}

function listLongFunctions(path: string, facts: SourceFacts): Breach[] {
  return facts.functions
    .filter(({ lineCount }) => lineCount > longestFunction)
    .map(({ line, text, lineCount }) => ({
      path,
      line,
      message: `${text} has ${lineCount} lines, wanted ${longestFunction}`,
    }))
}

function listPackages({ imports }: SourceFacts) {
  return imports
    .filter(({ text }) => !/^(\.|node:|virtual:)/.test(text))
    .map(({ line, text }) => ({ line, name: baseName(text) }))
}

function checkDependencies(root: string, path: string, packages: { line: number; name: string }[]): Breach[] {
  const folder = path.split('/').slice(0, 2).join('/')
  const isTest = placeOf(path)?.isTest ?? false
  const own = readManifest(join(root, folder, 'package.json'))
  const declared = new Set(Object.keys(own.dependencies ?? {}))
  const ofRoot = isTest ? readManifest(join(root, 'package.json')) : {}
  for (const more of isTest ? [own.devDependencies, ofRoot.devDependencies, ofRoot.dependencies] : []) {
    for (const name of Object.keys(more ?? {})) declared.add(name)
  }
  return packages
    .filter(({ name }) => !declared.has(name) && name !== own.name)
    .map(({ line, name }) => ({
      path,
      line,
      message: `${name} is not among the dependencies of ${folder}/package.json`,
    }))
}

type Manifest = {
  name?: string
  exports?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
const manifests = new Map<string, Manifest>()

function readManifest(file: string): Manifest {
  const known = manifests.get(file)
  if (known) return known
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  manifests.set(file, manifest)
  return manifest
}

if (import.meta.main) {
  const { fileCount, breaches, notices } = checkSources(join(import.meta.dirname, '..'))
  for (const { path, line, message } of breaches) console.error(`${path}:${line}: ${message}`)
  for (const { path, line, message } of notices) console.log(`notice ${path}:${line}: ${message}`)
  console.log(`${fileCount} files, ${breaches.length} breaches, ${notices.length} notices`)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
