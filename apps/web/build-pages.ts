import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { type ScreenPath, screenOf, screenPaths } from './src/frame/screens.ts'

const table = new URL('src/shell/pages.ts', import.meta.url)

/** The module of the layout around every screen that is not public. */
export const shellModule = fileURLToPath(new URL('src/shell/Shell.tsx', import.meta.url))

/** A screen with the module of its page. */
export type PageRow = { path: ScreenPath; module: string; isPublic: boolean }

/** Weight of a visit: who opens a public screen has nothing in the cache yet. */
export const weightOf = ({ isPublic }: PageRow) => (isPublic ? 5 : 1)

/** Reads the table of pages. @throws Error for a screen whose row imports no page */
export function listPages(): PageRow[] {
  const modules = new Map<string, string>()
  let path = ''
  const visitor = new Visitor({
    Property: ({ key }) => {
      if (key.type === 'Literal') path = String(key.value)
    },
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal') modules.set(path, fileURLToPath(new URL(String(source.value), table)))
    },
  })
  visitor.visit(parseSync(table.pathname, readFileSync(table, 'utf8')).program)
  return screenPaths.map((screen) => {
    const module = modules.get(screen)
    if (module === undefined) throw new Error(`The table of pages imports no page for ${screen}.`)
    return {
      path: screen,
      module,
      isPublic: screenOf(screen).access === 'public',
    }
  })
}
