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

/** Returns a text without placeholders in a language. English replaces a missing text. */
export function textOf(language: string, key: string): string {
  const texts = completeCatalogue(readTexts('en_US.json'), readTexts(`${language}.json`))
  return key.split('.').reduce((part: unknown, name) => (part as Texts)[name], texts) as string
}

/** The variant for which the web app is built (PONTIC_VARIANT). @throws Error for an unknown name */
export const builtVariant: VariantName = (() => {
  const name = process.env.PONTIC_VARIANT || 'full'
  const found = variantNames.find((one) => one === name)
  if (!found) throw new Error(`PONTIC_VARIANT is ${name}. Set it to ${variantNames.join(', ')}.`)
  return found
})()

const languageFiles = variants[builtVariant].languages.map((language) => `${language}.json`)

const textsModule = fileURLToPath(new URL('src/frame/texts.ts', import.meta.url))

/**
 * Compiles the texts of a part, so that no page needs a parser of ICU messages. The result has the shape of the catalogue.
 * @param keys keys of the part; undefined for all texts
 */
const compileTexts = (texts: Texts, keys: ReadonlySet<string> | undefined, path = ''): object =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, unknown][] => {
      const key = path + name
      if (typeof text === 'string')
        return keys === undefined || keys.has(key) ? [[name, compileMessage(text)]] : []
      const group = compileTexts(text, keys, `${key}.`)
      return Object.keys(group).length > 0 ? [[name, group]] : []
    }),
  )

/**
 * Prints the module of a part in one language. English replaces missing texts. For a language that browsers
 * cannot format, the first part also contains its names and patterns.
 * @param keys as in `compileTexts`
 */
function printPart(file: string, keys?: ReadonlySet<string>, isFirst = true): string {
  const complete = completeCatalogue(readTexts('en_US.json'), readTexts(file))
  const intlData = isFirst ? intlDataOf(file.slice(0, -'.json'.length)) : undefined
  return `export default ${JSON.stringify({ ...compileTexts(complete, keys), ...(intlData ? { intlData } : {}) })}`
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
  const contents = languageFiles.flatMap((file) =>
    [...parts.keys].map(
      ([part, keys]) =>
        [`${file.slice(0, -'.json'.length)}-${part}.js`, printPart(file, keys, first.has(part))] as const,
    ),
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
    const file = /\/messages\/src\/(\w+\.json)\?compiled$/.exec(id)?.[1]
    return file === undefined ? undefined : { code: printPart(file), moduleType: 'js', map: null }
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
