/**
 * Checks the style sheets of the web app. Fails on a custom property that is read but not defined, on a class that a component
 * uses but its CSS module does not define, on a class that no component uses, and on a component of Mantine without its sheet.
 */
import { globSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { paperVariables, resolveVariables } from '../apps/web/src/frame/theme.ts'
import { root } from './places.ts'
import { readSources, type SourceText } from './source-texts.ts'

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '')

const selectors = (text: string) =>
  [...withoutComments(text).matchAll(/(?:^|[{};])([^{};@]*)(?=\{)/g)].map(([, selector = '']) => selector)

const isModule = ({ path }: SourceText) => path.endsWith('.module.css')

/** Lists the classes in the selectors of a sheet. A CSS module renames `local` classes; `global` classes keep their names. */
export function listClasses(sheet: SourceText): { local: Set<string>; global: Set<string> } {
  const names = (pattern: RegExp) =>
    new Set(
      selectors(sheet.text).flatMap((selector) =>
        [...selector.matchAll(pattern)].map(([, name = '']) => name),
      ),
    )
  return isModule(sheet)
    ? { local: names(/(?<!:global\()\.([a-zA-Z][\w-]*)/g), global: names(/:global\(\.([a-zA-Z][\w-]*)/g) }
    : { local: new Set(), global: names(/\.([a-zA-Z][\w-]*)/g) }
}

/**
 * Finds custom properties that are read but never defined. Returns a line for each, with the path of its source.
 * @param sources style sheets and components; a component defines a property with a string such as `'--share'`
 * @param known names that the theme defines; Mantine's own names are not checked
 */
export function findUndefinedProperties(sources: readonly SourceText[], known: Iterable<string>): string[] {
  const defined = new Set(known)
  for (const { text } of sources)
    for (const [, name = ''] of text.matchAll(/['"`\s;{](--[\w-]+)['"`]?\]?\s*:/g)) defined.add(name)
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)/g)]
      .filter(([, name = '']) => !name.startsWith('--mantine-') && !name.endsWith('-') && !defined.has(name))
      .map(([, name]) => `${path}: ${name} is not defined`),
  )
}

/** Finds classes that a component uses but its CSS module does not define, and classes of sheets that no component uses. */
export function findClassBreaches(
  components: readonly SourceText[],
  sheets: readonly SourceText[],
): string[] {
  const breaches: string[] = []
  const classes = new Map(sheets.map((sheet) => [sheet.path, listClasses(sheet)]))
  const used = new Set<string>()
  for (const { path, text } of components)
    for (const [, name = '', from = ''] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      const module = normalize(join(dirname(path), from)).replaceAll('\\', '/')
      for (const [, local = ''] of text.matchAll(new RegExp(`(?<![\\w.])${name}\\.(\\w+)`, 'g'))) {
        used.add(`${module} ${local}`)
        if (!classes.get(module)?.local.has(local)) breaches.push(`${path}: ${module} has no class ${local}`)
      }
    }
  const words = new Set(components.flatMap(({ text }) => text.match(/[\w-]+/g) ?? []))
  for (const [path, { local, global }] of classes) {
    for (const name of local)
      if (!used.has(`${path} ${name}`)) breaches.push(`${path}: no component uses ${name}`)
    for (const name of global)
      if (!words.has(name) && !name.startsWith('mantine-'))
        breaches.push(`${path}: no component uses ${name}`)
  }
  return breaches
}

const sheetImport = /import '@mantine\/core\/styles\/(\w+)\.layer\.css'/g

const listSheets = (text: string) => [...text.matchAll(sheetImport)].map(([, name = '']) => name)

/**
 * Finds components that use a component of Mantine without importing its sheet. Returns a line for each.
 * @param mantine names of the sheets of Mantine, which are those of its components
 * @param shared names of the sheets that every page imports
 */
export function findMissingSheets(
  components: readonly SourceText[],
  mantine: ReadonlySet<string>,
  shared: ReadonlySet<string>,
): string[] {
  return components.flatMap(({ path, text }) => {
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text) ?? []
    const own = new Set(listSheets(text))
    return names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => mantine.has(name) && !shared.has(name) && !own.has(name))
      .map((name) => `${path}: the sheet of ${name} is not imported`)
  })
}

if (import.meta.main) {
  const sheets = readSources('apps/web/src/**/*.css')
  const components = readSources('apps/web/{index.html,src/**/*.{ts,tsx}}')
  const { variables, light } = resolveVariables()
  const known = [variables, light, paperVariables].flatMap((set) => Object.keys(set))
  const breaches = [
    ...findUndefinedProperties([...sheets, ...components], known),
    ...findClassBreaches(components, sheets),
    ...findMissingSheets(components, listMantineSheets(), listSharedSheets(components)),
  ]
  for (const breach of breaches) console.log(breach)
  console.log(`${breaches.length} breaches in ${sheets.length} style sheets`)
  process.exitCode = breaches.length > 0 ? 1 : 0
}

function listMantineSheets(): Set<string> {
  const folder = join(root, 'node_modules/@mantine/core/styles')
  return new Set(globSync('*.layer.css', { cwd: folder }).map((file) => file.replace('.layer.css', '')))
}

function listSharedSheets(components: readonly SourceText[]): Set<string> {
  const tables = components.filter(({ path }) => /\/styles(?:-app)?\.ts$/.test(path))
  return new Set(tables.flatMap(({ text }) => listSheets(text)))
}
