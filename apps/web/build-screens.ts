import { languages } from '@pontic/contract'
import type { Plugin, Rolldown } from 'vite'
import { listPages, shellModule } from './build-pages.ts'
import { mainModule } from './build-text-parts.ts'
import { filesOfTexts } from './build-texts.ts'

/** Where a node finds what the screens load; no file that is served. */
export const screenFilesName = '.screens.json'

/**
 * Writes down which files each screen loads, so that the server can name them with the page and the browser fetches them
 * beside the first script instead of after it.
 */
export const screenFiles: Plugin = {
  name: 'screen-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const page = bundle['index.html']
      const named = page?.type === 'asset' ? String(page.source) : ''
      const filesOf = (modules: readonly string[]) => {
        const starts = chunks.filter(({ facadeModuleId }) => modules.includes(facadeModuleId ?? ''))
        return [...new Set(starts.flatMap((chunk) => reach(chunk, chunks)))].filter(
          (file) => !named.includes(file),
        )
      }
      const screens = listPages().map(({ path, module, isPublic }) => {
        const modules = [module, ...(isPublic ? [] : [shellModule])]
        const textsOf = (language: string) => filesOfTexts([mainModule, ...modules], language)
        return [
          path,
          {
            files: filesOf(modules),
            texts: Object.fromEntries(languages.map((language) => [language, textsOf(language)])),
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
