import type { Plugin } from 'vite'
import { groupedEntries } from './build-pages.ts'

/** A chunk that only exports what another chunk has, such as `export{t as App}from"./App-1a2b.js";`. */
const facade = /^export\{([^}]+)\}from["'`]\.\/([^"'`]+)["'`];?\s*(?:\/\/# sourceMappingURL=\S+\s*)?$/

/**
 * Removes the chunks of `groupedEntries`, which only pass on exports, and imports the chunks behind them instead. Rolldown creates
 * such a chunk for each lazily imported module that is grouped with others. It would cost a request.
 */
export const withoutFacades: Plugin = {
  name: 'without-facades',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const entries = groupedEntries()
      for (const [file, one] of Object.entries(bundle)) {
        if (one.type !== 'chunk' || !entries.includes(one.facadeModuleId ?? '')) continue
        const [, exported = '', target] = facade.exec(one.code) ?? []
        if (target === undefined) continue
        const members = exported.split(',').map((pair) => {
          const [inner = '', outer = inner] = pair.split(' as ')
          return `${outer}:e.${inner}`
        })
        const name = file.replace(/^.*\//, '')
        for (const other of Object.values(bundle)) {
          if (other.type !== 'chunk' || !other.code.includes(name)) continue
          const imported = `import("./${target}").then(e=>({${members.join()}}))`
          // The list of files that are preloaded with an import has the file, too.
          other.code = ['"', "'", '`']
            .reduce(
              (code, quote) => code.replaceAll(`import(${quote}./${name}${quote})`, () => imported),
              other.code,
            )
            .replaceAll(`"${file}"`, () => `"${file.slice(0, -name.length)}${target}"`)
        }
        delete bundle[file]
      }
    },
  },
}
