import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { moduleOfSheet } from './build-class-names.ts'
import { lazyWeight, mergeParts, type Part, toPart } from './build-groups.ts'

/** Cost of one request for code, in bytes of a bundle that is not minified. */
const requestBytes = 16_000

/**
 * Cost of one request for a style sheet, in bytes. It is higher than that of code, because nothing is painted before the sheets are
 * there, and a browser has six connections to a server without HTTP/2.
 */
const sheetRequestBytes = 40_000

/** The modules that one visit of a screen loads. A visit with a higher weight loads fewer unused bytes. */
export type Visit = { readonly modules: readonly string[]; readonly weight: number }

/**
 * Groups modules into files by the visits that load them. Names and folders of sources play no role. `base` contains the
 * modules that the first script imports. Other modules that the same visits load form one part. Two parts become one file if
 * the saved requests outweigh the unused bytes that some visits then load.
 * @param config the build without groups, which runs once to read the graph of imports
 * @param entries lazily imported modules that may become part of a group, which is then named after the first of them
 */
export async function groupByVisits(
  config: InlineConfig,
  screens: readonly Visit[],
  entries: readonly string[],
): Promise<Rolldown.CodeSplittingGroup[]> {
  const output: (Rolldown.OutputChunk | Rolldown.OutputAsset)[] = []
  // Vite removes chunks that have only style sheets after this hook.
  const watchOutput: Plugin = {
    name: 'watch-output',
    generateBundle: { order: 'pre', handler: (_, bundle) => void output.push(...Object.values(bundle)) },
  }
  const plugins = [...(config.plugins ?? []), watchOutput]
  await build({ ...config, plugins, configFile: false, logLevel: 'silent' })
  const found = listParts(output, screens, entries)
  const parts = [...mergeParts(found.sheets, sheetRequestBytes), ...mergeParts(found.scripts, requestBytes)]
  // Rolldown also moves the dependencies of a group into the group. Few modules move if the heaviest parts come first.
  const groups = parts.map(({ things }, index) => {
    const ids = new Set(things)
    const entry = entries.find((id) => ids.has(id))
    const name = entry === undefined ? 'shared' : basename(entry, '.tsx')
    return { name, test: (id: string) => ids.has(id), priority: parts.length - index }
  })
  return [{ name: 'base', tags: ['$initial'], priority: parts.length + 1 }, ...groups]
}

/** The parts of a build: one of scripts and one of style sheets for each chunk that has them. */
type Parts = { scripts: Part<string>[]; sheets: Part<string>[] }

/** Lists the parts of the chunks that lazily loaded modules import statically, without the chunks of `base`. */
function listParts(
  output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
  screens: readonly Visit[],
  entries: readonly string[],
): Parts {
  const chunks = new Map(
    output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
  )
  const reach = (files: Iterable<string>): Set<string> => {
    const found = new Set(files)
    for (const file of found) for (const next of chunks.get(file)?.imports ?? []) found.add(next)
    return found
  }
  const all = [...chunks.values()]
  const base = reach(all.flatMap(({ isEntry, fileName }) => (isEntry ? [fileName] : [])))
  const lazy = all.filter(({ isDynamicEntry, fileName }) => isDynamicEntry && !base.has(fileName))
  const fileOf = new Map(lazy.map(({ facadeModuleId, fileName }) => [facadeModuleId, fileName]))
  const ofScreens = new Set<string | null>(screens.flatMap(({ modules }) => modules))
  const others = [...fileOf].flatMap(([id, file]) => (ofScreens.has(id) ? [] : [[file]]))
  const visits = [
    ...screens.map(({ modules, weight }) => ({
      files: reach(modules.flatMap((id) => fileOf.get(id) ?? [])),
      weight,
    })),
    ...others.map((files) => ({ files: reach(files), weight: lazyWeight })),
  ]
  const shared = all.filter(
    ({ isDynamicEntry, facadeModuleId, fileName }) =>
      (!isDynamicEntry || entries.includes(facadeModuleId ?? '')) && !base.has(fileName),
  )
  const listOf = (isWanted: (id: string) => boolean) =>
    shared.flatMap(({ fileName, modules }) => {
      const wanted = Object.entries(modules).filter(([id]) => isWanted(id))
      if (wanted.length === 0) return []
      const bytes = wanted.reduce((total, [id, { renderedLength }]) => total + bytesOf(id, renderedLength), 0)
      const loads = visits.map(({ files, weight }) => (files.has(fileName) ? weight : 0))
      const others = [...reach([fileName])].filter((file) => file !== fileName)
      const needs = others.flatMap((file) => Object.keys(chunks.get(file)?.modules ?? {})).filter(isWanted)
      return [
        toPart(
          wanted.map(([id]) => id),
          bytes,
          loads,
          needs,
        ),
      ]
    })
  return { scripts: listOf((id) => !isSheet(id)), sheets: listOf(isSheet) }
}

const isSheet = (id: string) => (id.split('?')[0] ?? id).endsWith('.css')

// Rolldown reports no length for a style sheet, which becomes a separate file. The size of its source is used instead.
function bytesOf(id: string, renderedLength: number): number {
  const [file = ''] = id.split('?')
  const sheet = moduleOfSheet(file)
  return isSheet(file) && existsSync(sheet) ? statSync(sheet).size : renderedLength
}
