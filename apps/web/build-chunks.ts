import { existsSync, statSync } from 'node:fs'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { lazyWeight, mergeParts, type Part, toPart } from './build-groups.ts'

/** Cost of one request for code, in bytes of a bundle that is not minified. */
const requestBytes = 32_000

/** The modules that one visit of a screen loads. A visit with a higher weight loads fewer unused bytes. */
export type Visit = { readonly modules: readonly string[]; readonly weight: number }

/**
 * Groups modules into files by the visits that load them. Names and folders of sources play no role. `base` contains the
 * modules that the first script imports. Other modules that the same visits load form one part. Two parts become one file if
 * the saved requests outweigh the unused bytes that some visits then load.
 * @param config the build without groups, which runs once to read the graph of imports
 */
export async function groupByVisits(
  config: InlineConfig,
  screens: readonly Visit[],
): Promise<Rolldown.CodeSplittingGroup[]> {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
  })) as Rolldown.RolldownOutput
  const parts = mergeParts(listParts(output, screens), requestBytes)
  // Rolldown also moves the dependencies of a group into the group. Few modules move if the heaviest parts come first.
  const groups = parts.map(({ things }, index) => {
    const ids = new Set(things)
    return { name: 'shared', test: (id: string) => ids.has(id), priority: parts.length - index }
  })
  return [{ name: 'base', tags: ['$initial'], priority: parts.length + 1 }, ...groups]
}

/** Lists one part for each chunk that lazily loaded modules import statically, without the chunks of `base`. */
function listParts(output: Rolldown.RolldownOutput['output'], screens: readonly Visit[]): Part<string>[] {
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
  return all
    .filter(({ isDynamicEntry, fileName }) => !isDynamicEntry && !base.has(fileName))
    .map(({ fileName, modules }) =>
      toPart(
        Object.keys(modules),
        Object.entries(modules).reduce(
          (total, [id, { renderedLength }]) => total + bytesOf(id, renderedLength),
          0,
        ),
        visits.map(({ files, weight }) => (files.has(fileName) ? weight : 0)),
        [...reach([fileName])].flatMap((file) =>
          Object.keys(file === fileName ? {} : (chunks.get(file)?.modules ?? {})),
        ),
      ),
    )
}

// Rolldown reports no length for a style sheet, which becomes a separate file. The size of its source is used instead.
function bytesOf(id: string, renderedLength: number): number {
  const [file = ''] = id.split('?')
  return file.endsWith('.css') && existsSync(file) ? statSync(file).size : renderedLength
}
