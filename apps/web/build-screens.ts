import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { variants } from '@pontic/contract'
import { minifySync, type Plugin, type Rolldown } from 'vite'
import { listPages, modulesOf, type PageRow } from './build-pages.ts'
import { mainModule } from './build-text-parts.ts'
import { builtVariant, filesOfTexts, textOf } from './build-texts.ts'
import { type ScreenPath, screenOf } from './src/frame/screens.ts'

/** Name of the file that lists which files each screen loads. The server reads it at its start and never serves it. */
export const screenFilesName = '.screens.json'

/** Workers that a screen starts for its scans. */
const levelWorker = /\/level\.worker-[^/]+\.js$/
const workersOf: Partial<Record<ScreenPath, RegExp>> = {
  '/open/preview3d': levelWorker,
  '/order/detail/$id': levelWorker,
}

/** Modules that a page imports when it has its data, and that nearly every visit needs. */
const soonModules: Partial<Record<ScreenPath, readonly string[]>> = {
  '/order/detail/$id': ['viewer/CaseViewer.tsx', 'prescriptions/PrescriptionView.tsx'].map((file) =>
    fileURLToPath(new URL(`src/cases/${file}`, import.meta.url)),
  ),
}

/**
 * Returns the key of the title that the server writes into the page before its scripts run (decision 0065). Undefined for screens
 * whose title depends on data.
 */
function titleKeyOf(path: ScreenPath): string | undefined {
  if (path === '/login') return 'session.signInTitle'
  const screen = screenOf(path)
  if (screen.access === 'public' || screen.isDetail || path.includes('$')) return undefined
  return `screens.${screen.title}`
}

/** Keys of the longest text above the fold, for screens whose frame has the field with this text below the title. */
const fieldKeys: Partial<Record<ScreenPath, string>> = { '/order/list': 'orders.search' }

/** Files that every page needs first. They are named before those of the screen, because a browser has few connections. */
const firstFiles = (html: string) => [
  'first-paint.js',
  ...[...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file!),
]

/**
 * Writes a file that lists which files each screen loads. The server names them in the `Link` header of the page, so that the
 * browser fetches them in parallel with the first script. Large files come first, because the others arrive meanwhile.
 */
export const screenFiles: Plugin = {
  name: 'screen-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const { languages } = variants[builtVariant]
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const page = bundle['index.html']
      const named = page?.type === 'asset' ? String(page.source) : ''
      const filesOf = (path: ScreenPath, modules: readonly string[]) => {
        const starts = chunks.filter(({ moduleIds }) => moduleIds.some((id) => modules.includes(id)))
        const bytesOf = (file: string) => {
          const found = bundle[file]
          return found?.type === 'chunk' ? found.code.length : (found?.source.length ?? 0)
        }
        const first = firstFiles(named)
        const own = [...new Set(starts.flatMap((chunk) => reach(chunk, chunks)))]
          .filter((file) => !first.includes(file))
          .toSorted((one, other) => bytesOf(other) - bytesOf(one))
        const soon = chunks
          .filter(({ facadeModuleId }) => soonModules[path]?.includes(facadeModuleId ?? ''))
          .flatMap((chunk) => reach(chunk, chunks))
        const workers = Object.keys(bundle).filter((file) => workersOf[path]?.test(file))
        return [...new Set([...first, ...own, ...soon, ...workers])]
      }
      const screens = listPages().map((page) => {
        const modules = modulesOf(page)
        const withTexts = [mainModule, ...modules, ...(soonModules[page.path] ?? [])]
        const textsOf = (language: string) => filesOfTexts(withTexts, language)
        return [
          page.path,
          {
            files: filesOf(page.path, modules),
            texts: Object.fromEntries(languages.map((language) => [language, textsOf(language)])),
            ...frameOf(page, languages),
          },
        ]
      })
      // Replaces the file in `public`, which the browser would load with all comments.
      const script = readFileSync(new URL('public/first-paint.js', import.meta.url), 'utf8')
      const { code } = minifySync('first-paint.js', script, { module: false })
      this.emitFile({ type: 'asset', fileName: 'first-paint.js', source: code })
      this.emitFile({ type: 'asset', fileName: '.languages.json', source: JSON.stringify(languages) })
      this.emitFile({
        type: 'asset',
        fileName: screenFilesName,
        source: JSON.stringify(Object.fromEntries(screens)),
      })
    },
  },
}

/** Returns the layout of a screen's frame and its texts in all languages; nothing for a screen without a fixed title. */
function frameOf({ path, isPublic }: PageRow, languages: readonly string[]) {
  const key = titleKeyOf(path)
  if (key === undefined) return {}
  const fieldKey = fieldKeys[path]
  const inAll = (key: string) =>
    Object.fromEntries(languages.map((language) => [language, textOf(language, key)]))
  return {
    layout: isPublic ? 'session' : path === '/order/list' ? 'app low' : 'app',
    titles: inAll(key),
    ...(fieldKey === undefined ? {} : { fields: inAll(fieldKey) }),
  }
}

/** Lists the files of a chunk and of the chunks that it imports, with their style sheets. */
function reach(
  chunk: Rolldown.OutputChunk,
  chunks: Rolldown.OutputChunk[],
  found = new Set<string>(),
): string[] {
  if (!found.has(chunk.fileName)) {
    found.add(chunk.fileName)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet)
    for (const name of chunk.imports) {
      const next = chunks.find(({ fileName }) => fileName === name)
      if (next) reach(next, chunks, found)
    }
  }
  return [...found]
}
