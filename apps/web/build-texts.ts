import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compileMessage from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { completeCatalogue } from '../../packages/messages/src/catalogue.ts'
import { readSource } from './build-text-keys.ts'
import { listTextParts, mainModule, type TextParts, type Texts } from './build-text-parts.ts'

const messages = new URL('../../packages/messages/src/', import.meta.url)

const readTexts = (file: string): Texts => JSON.parse(readFileSync(new URL(file, messages), 'utf8')) as Texts

const languageFiles = readdirSync(messages).filter((name) => /^\w+\.json$/.test(name))

const textsModule = fileURLToPath(new URL('src/frame/texts.ts', import.meta.url))

/**
 * The texts of a part, in the shape of the catalogue. They are compiled, so that no page carries a parser of ICU messages.
 * @param keys undefined for all texts
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

/** The module of a part in a language, completed by English. @param keys as of `compileTexts` */
function printPart(file: string, keys?: ReadonlySet<string>): string {
  const whole = completeCatalogue(readTexts('en_US.json'), readTexts(file))
  return `export default ${JSON.stringify(compileTexts(whole, keys))}`
}

type TextFiles = {
  /** Folder of the files, whose name changes with any text. */
  readonly folder: string
  /** Contents by path: `assets/texts-1a2b3c4d/en_US-0.js`. */
  readonly files: ReadonlyMap<string, string>
  readonly parts: TextParts
}

function makeTextFiles(): TextFiles {
  const parts = listTextParts()
  const contents = languageFiles.flatMap((file) =>
    [...parts.keys].map(
      ([part, keys]) => [`${file.slice(0, -'.json'.length)}-${part}.js`, printPart(file, keys)] as const,
    ),
  )
  const hash = createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 8)
  const folder = `assets/texts-${hash}`
  return { folder, files: new Map(contents.map(([name, code]) => [`${folder}/${name}`, code])), parts }
}

let made: TextFiles | undefined

/** The files of texts of this build, made once. */
export const textFiles = (): TextFiles => {
  made ??= makeTextFiles()
  return made
}

/** The files with the texts of modules and of what they import statically, in one language. */
export const filesOfTexts = (modules: readonly string[], language: string): string[] =>
  textFiles()
    .parts.partsOf(modules)
    .map((part) => `${textFiles().folder}/${language}-${part}.js`)

/** Makes each lazy import of a source wait for the texts of what it imports. */
export function bringTexts(file: string, code: string, { partsOf }: TextParts): string | undefined {
  const first = new Set(partsOf([mainModule]))
  const changes = readSource(file, code).lazyImports.flatMap(({ path, start, end }) => {
    const module = join(dirname(file), path)
    const parts = /\.tsx?$/.test(path) ? partsOf([module]).filter((part) => !first.has(part)) : []
    return parts.length === 0 ? [] : { start, end, parts }
  })
  if (changes.length === 0) return undefined
  const changed = changes
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, parts }) =>
        `${text.slice(0, start)}withTexts(${JSON.stringify(parts)}, ${text.slice(start, end)})${text.slice(end)}`,
      code,
    )
  return `import { withTexts } from ${JSON.stringify(textsModule)}; ${changed}`
}

/** Compiles all texts of a language for the development server, which divides nothing. */
export const wholeTexts: Plugin = {
  name: 'whole-texts',
  enforce: 'pre',
  apply: 'serve',
  transform: (_, id) => {
    const file = /\/messages\/src\/(\w+\.json)\?compiled$/.exec(id)?.[1]
    return file === undefined ? undefined : { code: printPart(file), moduleType: 'js', map: null }
  },
}

/**
 * Divides the texts into parts, and lets every lazy import bring those of its modules. The parts are no modules of the bundle:
 * the name of their folder stands once in the first script, where a table of their names would grow with each dialog.
 */
export const partedTexts: Plugin = {
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
    const changed = bringTexts(id, code, textFiles().parts)
    return changed === undefined ? undefined : { code: changed, map: null }
  },
  generateBundle() {
    for (const [fileName, source] of textFiles().files) this.emitFile({ type: 'asset', fileName, source })
  },
}
