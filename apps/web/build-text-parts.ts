import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import en from '@pontic/messages/en_US.json' with { type: 'json' }
import { lazyWeight, mergeParts, toPart } from './build-groups.ts'
import { appModule, listPages, modulesOf, weightOf } from './build-pages.ts'
import { readSource } from './build-text-keys.ts'

/** Cost of one request for texts, in bytes of uncompressed texts. */
const requestBytes = 10_000

/** Path of the module that starts the web app. */
export const mainModule = fileURLToPath(new URL('src/main.tsx', import.meta.url))

/** A catalogue, or a group of its texts. */
export type Texts = { readonly [key: string]: string | Texts }

/** Lists the texts of a catalogue with their dotted keys. */
export const flattenTexts = (texts: Texts, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[path + name, text]] : flattenTexts(text, `${path}${name}.`),
  )

/** Finds the texts that modules of the web app show, through the graph of their imports. */
export class TextGraph {
  readonly #keys = new Set(flattenTexts(en).map(([key]) => key))
  readonly #modules = new Map<string, { keys: readonly string[]; imports: string[]; lazyImports: string[] }>()

  /** Returns the keys of the texts that modules and their static imports show. */
  keysOf(modules: readonly string[]): Set<string> {
    return new Set(this.reach(modules).flatMap((module) => this.#read(module).keys))
  }

  /** Lists modules and everything that they import statically, directly or indirectly. */
  reach(modules: readonly string[]): string[] {
    const found = new Set(modules)
    for (const module of found) for (const next of this.#read(module).imports) found.add(next)
    return [...found]
  }

  /** Lists all lazily loaded modules that a module reaches through static and lazy imports. */
  listLazy(module: string): Set<string> {
    const found = new Set([module])
    const lazy = new Set<string>()
    for (const one of found) {
      const { imports, lazyImports } = this.#read(one)
      for (const next of lazyImports) lazy.add(next)
      for (const next of [...imports, ...lazyImports]) found.add(next)
    }
    return lazy
  }

  #read(module: string) {
    const known = this.#modules.get(module)
    if (known) return known
    const { texts, imports, lazyImports } = readSource(module, readFileSync(module, 'utf8'))
    const resolve = (paths: readonly string[]) =>
      paths
        .map((path) => join(dirname(module), path))
        .filter((path) => /\.tsx?$/.test(path) && existsSync(path))
    const fresh = {
      keys: texts.flatMap((text) => this.#find(text)),
      imports: resolve(imports),
      lazyImports: resolve(lazyImports.map(({ path }) => path)),
    }
    this.#modules.set(module, fresh)
    return fresh
  }

  /** Lists the keys of the catalogue that match a key of a source, in which `*` is a wildcard. */
  #find(text: string): string[] {
    if (!text.includes('*')) return this.#keys.has(text) ? [text] : []
    const pattern = new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '.+')}$`)
    return [...this.#keys].filter((key) => pattern.test(key))
  }
}

/** The parts into which the texts of each language are divided. A page fetches only the parts that it needs. */
export type TextParts = {
  /** Keys of the texts of each part, by the part's name. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>
  /** Returns the names of the parts with the texts of modules and of their static imports. */
  readonly partsOf: (modules: readonly string[]) => string[]
}

/**
 * Divides the texts into parts by the visits that load them, as `build-chunks.ts` divides code. A visit of a screen loads
 * the texts of the modules that its page imports. A dialog loads the texts of its own modules.
 */
export function listTextParts(): TextParts {
  const graph = new TextGraph()
  const pages = listPages()
  const ofPages = new Set([appModule, ...pages.map(({ module }) => module)])
  const visits = [
    ...pages.map((page) => ({
      keys: graph.keysOf([mainModule, ...modulesOf(page)]),
      weight: weightOf(page),
    })),
    ...[...graph.listLazy(mainModule)]
      .filter((module) => !ofPages.has(module))
      .map((module) => ({ keys: graph.keysOf([mainModule, module]), weight: lazyWeight })),
  ]
  const used = flattenTexts(en).filter(([key]) => visits.some(({ keys }) => keys.has(key)))
  const loadsOf = (key: string) => visits.map(({ keys, weight }) => (keys.has(key) ? weight : 0))
  const alike = Map.groupBy(used, ([key]) => loadsOf(key).join())
  const parts = mergeParts(
    [...alike.values()].map((texts) =>
      toPart(
        texts.map(([key]) => key),
        JSON.stringify(texts).length,
        loadsOf(texts[0]![0]),
      ),
    ),
    requestBytes,
  )
  const keys = new Map(parts.map(({ things }, index) => [String(index), new Set(things)]))
  return {
    keys,
    partsOf: (modules) => {
      const needed = graph.keysOf(modules)
      return [...keys].flatMap(([name, keys]) => ([...keys].some((key) => needed.has(key)) ? name : []))
    },
  }
}
