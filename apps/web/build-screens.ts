import { languages } from '@pontic/contract'
import { type Plugin, parseSync, type Rolldown, Visitor } from 'vite'
import { type ScreenPath, screens } from './src/frame/screens.ts'

type Row = { path: string; file: string; texts: string[]; isPublic: boolean }

/** Where a node finds what the screens load; no file that is served. */
export const screenFilesName = '.screens.json'

/**
 * Writes down which files each screen loads, so that the server can name them with the page and the browser fetches them
 * beside the first script instead of after it.
 */
export const screenFiles: Plugin = (() => {
  const rows: Row[] = []
  return {
    name: 'screen-files',
    apply: 'build',
    transform: {
      order: 'pre',
      handler: (code, id) => {
        if (/\/web\/src\/shell\/pages\.ts$/.test(id)) rows.push(...readRows(code, id))
        return undefined
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const page = bundle['index.html']
        const named = page?.type === 'asset' ? String(page.source) : ''
        const find = (end: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end))
        const filesOf = (ends: string[]) => {
          const starts = ends.flatMap((end) => find(end) ?? [])
          return [...new Set(starts.flatMap((chunk) => reach(chunk, chunks)))].filter(
            (file) => !named.includes(file),
          )
        }
        const screens = rows.map(({ path, file, texts, isPublic }) => {
          const parts = ['first', ...texts]
          const ofLanguage = (language: string) =>
            filesOf(parts.map((part) => `/${language}.json?part=${part}`))
          return [
            path,
            {
              files: filesOf([file, ...(isPublic ? [] : ['/shell/Shell.tsx'])]),
              texts: Object.fromEntries(languages.map((language) => [language, ofLanguage(language)])),
            },
          ]
        })
        this.emitFile({
          type: 'asset',
          fileName: screenFilesName,
          source: JSON.stringify(Object.fromEntries(screens)),
        })
      },
    },
  }
})()

/** A chunk's file with those it imports and their style sheets. */
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

/** The rows of a table of screens as they are written. */
function readRows(code: string, id: string): Row[] {
  const rows: Row[] = []
  const visitor = new Visitor({
    Property: ({ key, value }) => {
      if (key.type !== 'Literal' || typeof key.value !== 'string' || !key.value.startsWith('/')) return
      const row = code.slice(value.start, value.end)
      const file = /import\('\.\.?(\/[^']+)'\)/.exec(row)?.[1]
      const texts = /texts: \[([^\]]*)\]/.exec(row)?.[1] ?? ''
      if (file === undefined) return
      rows.push({
        path: key.value,
        file,
        texts: [...texts.matchAll(/\w+/g)].map(([part]) => part),
        isPublic: screens[key.value as ScreenPath].access === 'public',
      })
    },
  })
  visitor.visit(parseSync(id, code).program)
  return rows
}
