/**
 * Prints how many KB (brotli) the first visit of a page loads: `node scripts/page-weights.ts`. Requests after the first paint
 * are not included; `npm run bench` measures those in a browser.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { printStep, root } from './places.ts'
import { buildWebWhenStale } from './web-build.ts'

const dist = join(root, 'apps/web/dist')

/** Number and brotli bytes of the files that the first visit of a page loads. `textBytes` is the part for texts. */
export type PageWeight = { files: number; bytes: number; textBytes: number }

type Screens = Record<string, { files: string[]; texts: Record<string, string[]> }>
const readScreens = () => JSON.parse(readFileSync(join(dist, '.screens.json'), 'utf8')) as Screens

/** Computes the weight of the first visit of a page in English. @param path path of its screen, such as `/order/list` */
export function weighPage(path: string): PageWeight {
  const screens = readScreens()
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '')
  const texts = screens[path]?.texts.en_US ?? []
  const files = new Set([...first, ...(screens[path]?.files ?? []), ...texts])
  return { files: files.size, bytes: sum([...files]), textBytes: sum(texts) }
}

/** Computes the brotli bytes of the texts of one language on the screen that loads most. */
export const weighTexts = (): number =>
  Math.max(...Object.values(readScreens()).flatMap(({ texts }) => Object.values(texts).map(sum)))

/** Computes the brotli bytes of the scripts that the viewer adds to the page of a case, without its workers. */
export const weighViewer = (): number => sum([...filesOfViewer()])

/** Computes the brotli bytes of the scripts that all tools of the viewer add to it, without its worker. */
export function weighTools(): number {
  const loaded = new Set([...filesOfCase(), ...filesOfViewer()])
  return sum([...addImports(globSync('assets/{ToolPanel,*Tool}-*.js', { cwd: dist }), loaded)])
}

const filesOfViewer = (): Set<string> =>
  addImports(globSync('assets/CaseViewer-*.js', { cwd: dist }), filesOfCase())

// The list of files of the screen also has the viewer, which the browser fetches in advance.
const filesOfCase = (): Set<string> =>
  addImports(globSync('assets/{OrderDetailPage,App,base}-*.js', { cwd: dist }), new Set())

/** Returns some scripts with their imports, except for those that are loaded before. */
function addImports(files: readonly string[], loaded: ReadonlySet<string>): Set<string> {
  const added = new Set(files)
  for (const file of added) {
    const imports = readFileSync(join(dist, file), 'utf8').matchAll(
      /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
    )
    for (const [, name] of imports) if (!loaded.has(`assets/${name}`)) added.add(`assets/${name}`)
  }
  return added
}

const sum = (files: readonly string[]) =>
  files.reduce((total, file) => {
    const packed = join(dist, `${file}.br`)
    return total + statSync(existsSync(packed) ? packed : join(dist, file)).size
  }, 0)

const kb = (bytes: number) => (bytes / 1000).toFixed(1)

/** Prints a line for each page that has a budget. */
export function printPageWeights(): void {
  for (const [path, budget] of [
    ['/login', 155],
    ['/order/list', 205],
  ] as const) {
    const { files, bytes, textBytes } = weighPage(path)
    printStep(`${path}: ${kb(bytes)} KB (wanted ${budget}), texts ${kb(textBytes)} KB, ${files} files`)
  }
}

if (import.meta.main) {
  await buildWebWhenStale()
  printPageWeights()
}
