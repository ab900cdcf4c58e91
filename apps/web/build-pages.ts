import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { type ScreenPath, screenOf, screenPaths } from './src/frame/screens.ts'

const tables = ['src/shell/public-pages.ts', 'src/shell/pages.ts', 'src/shell/office-screens.ts'].map(
  (path) => new URL(path, import.meta.url),
)

/**
 * Path of the module with the router and the layout of every screen that is not public. The first screen does not load it if it
 * is public (decision 0055).
 */
export const appModule = fileURLToPath(new URL('src/shell/App.tsx', import.meta.url))

/** Lists the modules that a visit of a screen loads first. */
export const modulesOf = ({ module, isPublic }: PageRow): string[] => [
  module,
  ...(isPublic ? [] : [appModule]),
]

/** A screen with the module of its page. */
export type PageRow = { path: ScreenPath; module: string; isPublic: boolean }

/**
 * Returns the weight of a visit. A public screen weighs more, because its visitors often have an empty cache. The sign-in page
 * is the first page of most people, and the case list is the screen that they open most. A preview link is opened once, on any
 * connection. A case loads most texts.
 */
export const weightOf = ({ path, isPublic }: PageRow) => weights[path] ?? (isPublic ? 100 : 20)
const weights: Partial<Record<ScreenPath, number>> = {
  '/login': 1000,
  '/order/list': 1000,
  '/open/preview3d': 500,
  '/order/detail/$id': 200,
}

const sourceOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Modules that every visit of a screen loads after its first paint. They weigh as much as the screen, and are divided from the
 * modules of the page, which must not wait for them.
 */
export const laterModules: Partial<Record<ScreenPath, readonly string[]>> = {
  '/login': ['src/ui/ArchDrawing.tsx', '../../packages/client/src/password.ts'].map(sourceOf),
  '/order/list': [
    'src/cases/orders/list/ListBar.tsx',
    'src/cases/orders/new-case/CaseDrop.tsx',
    'src/cases/viewer/ScanThumb.tsx',
  ].map(sourceOf),
}

/**
 * Lists lazily imported modules that are grouped like the modules that they import: those of the case list, which every user opens,
 * so that it loads fewer files.
 */
export const groupedEntries = (): string[] => [
  appModule,
  ...listPages().flatMap(({ path, module }) => (path === '/order/list' ? [module] : [])),
]

/** Lists the screens with the modules that the tables of pages import. @throws Error for a screen without a module */
export function listPages(): PageRow[] {
  const modules = new Map<string, string>()
  for (const table of tables) {
    let path = ''
    const visitor = new Visitor({
      Property: ({ key }) => {
        if (key.type === 'Literal') path = String(key.value)
      },
      'Property:exit': ({ key }) => {
        if (key.type === 'Literal') path = ''
      },
      ImportExpression: ({ source }) => {
        if (path !== '' && source.type === 'Literal')
          modules.set(path, fileURLToPath(new URL(String(source.value), table)))
      },
    })
    visitor.visit(parseSync(table.pathname, readFileSync(table, 'utf8')).program)
  }
  return screenPaths.map((screen) => {
    const module = modules.get(screen)
    if (module === undefined) throw new Error(`The tables of pages import no page for ${screen}.`)
    return {
      path: screen,
      module,
      isPublic: screenOf(screen).access === 'public',
    }
  })
}
