import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type VariantName, variantNames, variants } from '@pontic/contract'
import compileMessage from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { completeCatalogue } from '../../packages/messages/src/catalogue.ts'
import { intlDataOf } from './build-intl-data.ts'
import { readSource } from './build-text-keys.ts'
import { listTextParts, mainModule, type TextParts, type Texts } from './build-text-parts.ts'

const messages = new URL('../../packages/messages/src/', import.meta.url)

const readTexts = (file: string): Texts => JSON.parse(readFileSync(new URL(file, messages), 'utf8')) as Texts

/** Reads the texts of a language. English replaces missing texts. */
const readCatalogue = (language: string): Texts =>
  completeCatalogue(readTexts('en_US.json'), readTexts(`${language}.json`))

/** The variant for which the web app is built (PONTIC_VARIANT). @throws Error for an unknown name */
export const builtVariant: VariantName = (() => {
  const name = process.env.PONTIC_VARIANT || 'full'
  const found = variantNames.find((one) => one === name)
  if (!found) throw new Error(`PONTIC_VARIANT is ${name}. Set it to ${variantNames.join(', ')}.`)
  return found
})()

const builtLanguages = variants[builtVariant].languages

let read: ReadonlyMap<string, Texts> | undefined

/** Returns the texts of a language of this build. The first call reads all languages. */
const catalogueOf = (language: string): Texts => {
  read ??= new Map(builtLanguages.map((one) => [one, readCatalogue(one)]))
  return read.get(language) ?? readCatalogue(language)
}

/** Returns a text without placeholders in a language. English replaces a missing text. */
export const textOf = (language: string, key: string): string =>
  key.split('.').reduce((part: unknown, name) => (part as Texts)[name], catalogueOf(language)) as string

const textsModule = fileURLToPath(new URL('src/frame/texts.ts', import.meta.url))

/** Returns the texts with these keys, in the shape of the catalogue. */
const pickTexts = (texts: Texts, keys: ReadonlySet<string>, path = ''): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, string | Texts][] => {
      const key = path + name
      if (typeof text === 'string') return keys.has(key) ? [[name, text]] : []
      const group = pickTexts(text, keys, `${key}.`)
      return Object.keys(group).length > 0 ? [[name, group]] : []
    }),
  )

/**
 * Compiles the texts of a part, so that no page needs a parser of ICU messages. The result has the shape of the catalogue.
 * @param part the same texts in English, which name those of the part
 */
const compileTexts = (texts: Texts, part: Texts): object =>
  Object.fromEntries(
    Object.entries(part).map(([name, group]): [string, unknown] => {
      const text = texts[name]!
      if (typeof text === 'string') return [name, compileMessage(text)]
      return [name, compileTexts(text, group as Texts)]
    }),
  )

/**
 * Prints the module of a part in one language. For a language that browsers cannot format, the first part also contains its
 * names and patterns.
 * @param texts the catalogue of the language
 * @param part as in `compileTexts`
 */
function printPart(language: string, texts: Texts, part = texts, isFirst = true): string {
  const intlData = isFirst ? intlDataOf(language) : undefined
  return `export default ${JSON.stringify({ ...compileTexts(texts, part), ...(intlData ? { intlData } : {}) })}`
}

type TextFiles = {
  /** Folder of the files. Its name contains a hash of all texts. */
  readonly folder: string
  /** Contents by path: `assets/texts-1a2b3c4d/en_US-0.js`. */
  readonly files: ReadonlyMap<string, string>
  readonly parts: TextParts
}

function createTextFiles(): TextFiles {
  const parts = listTextParts()
  const first = new Set(parts.partsOf([mainModule]).slice(0, 1))
  const english = readCatalogue('en_US')
  const picked = [...parts.keys].map(([part, keys]) => [part, pickTexts(english, keys)] as const)
  const contents = builtLanguages.flatMap((language) =>
    picked.map(([part, texts]) => {
      const code = printPart(language, catalogueOf(language), texts, first.has(part))
      return [`${language}-${part}.js`, code] as const
    }),
  )
  const hash = createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 8)
  const folder = `assets/texts-${hash}`
  return { folder, files: new Map(contents.map(([name, code]) => [`${folder}/${name}`, code])), parts }
}

let created: TextFiles | undefined

/** Returns the text files of this build. The first call creates them. */
export const textFiles = (): TextFiles => {
  created ??= createTextFiles()
  return created
}

/** Lists the files with the texts of modules and of their static imports in one language. */
export const filesOfTexts = (modules: readonly string[], language: string): string[] =>
  textFiles()
    .parts.partsOf(modules)
    .map((part) => `${textFiles().folder}/${language}-${part}.js`)

/**
 * Wraps the lazy imports of a source in `withTexts`, so that they wait for the texts of the imported modules, and for
 * the server if it can't be reached.
 * @returns the new code; undefined without lazy imports
 */
export function wrapLazyImports(file: string, code: string, { partsOf }: TextParts): string | undefined {
  // The module with `withTexts` must not import itself.
  if (file === textsModule) return undefined
  const first = new Set(partsOf([mainModule]))
  const changes = readSource(file, code).lazyImports.flatMap(({ path, start, end }) => {
    const module = join(dirname(file), path)
    if (!/\.tsx?$/.test(path)) return []
    return { start, end, parts: partsOf([module]).filter((part) => !first.has(part)) }
  })
  if (changes.length === 0) return undefined
  const changed = changes
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, parts }) =>
        `${text.slice(0, start)}withTexts(${JSON.stringify(parts)}, () => ${text.slice(start, end)})${text.slice(end)}`,
      code,
    )
  return `import { withTexts } from ${JSON.stringify(textsModule)}; ${changed}`
}

/** Compiles all texts of a language for the development server, which does not divide them into parts. */
export const undividedTexts: Plugin = {
  name: 'whole-texts',
  enforce: 'pre',
  apply: 'serve',
  transform: (_, id) => {
    const language = /\/messages\/src\/(\w+)\.json\?compiled$/.exec(id)?.[1]
    if (language === undefined) return undefined
    return { code: printPart(language, readCatalogue(language)), moduleType: 'js', map: null }
  },
}

/**
 * Divides the texts into parts and makes every lazy import load the parts of its modules. The parts are assets and not
 * modules of the bundle. The first script then contains only the name of their folder instead of a table of all file names.
 */
export const dividedTexts: Plugin = {
  name: 'parted-texts',
  enforce: 'pre',
  apply: 'build',
  load: (id) => {
    if (!id.endsWith('/web/src/frame/fetch-part.ts')) return undefined
    const { folder, parts } = textFiles()
    const code = `export const firstParts = ${JSON.stringify(parts.partsOf([mainModule]))}
export const fetchPart = async (language, part) =>
  (await import(/* @vite-ignore */ '/${folder}/' + language + '-' + part + '.js')).default`
    return { code, moduleType: 'js' }
  },
  transform: (code, id) => {
    if (!/\/apps\/web\/src\/.+\.tsx?$/.test(id)) return undefined
    const changed = wrapLazyImports(id, code, textFiles().parts)
    return changed === undefined ? undefined : { code: changed, map: null }
  },
  generateBundle() {
    for (const [fileName, source] of textFiles().files) this.emitFile({ type: 'asset', fileName, source })
  },
}
