import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Plugin, parseSync, preprocessCSS, type ResolvedConfig, Visitor } from 'vite'

const moduleEnd = '.module.css'
const namedEnd = '.named.css'

/** Returns the path of the CSS module from which the build has loaded a sheet. @param id the sheet's id in the build */
export const moduleOfSheet = (id: string): string =>
  id.endsWith(namedEnd) ? id.slice(0, -namedEnd.length) + moduleEnd : id

/**
 * Creates the plugin that writes the class names of CSS modules into the code: `css.bar` becomes `"bar_x1y"`. Otherwise each group of
 * sheets would come with a script of its names, which costs a request.
 */
export const inlinedClassNames = (): Plugin => {
  let config: ResolvedConfig
  const read = (sheet: string) => preprocessCSS(readFileSync(sheet, 'utf8'), sheet, config)
  return {
    name: 'inlined-class-names',
    enforce: 'pre',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    resolveId: (id, importer) =>
      id.endsWith(namedEnd) && importer ? resolve(dirname(importer), id) : undefined,
    load: async (id) => (id.endsWith(namedEnd) ? (await read(moduleOfSheet(id))).code : undefined),
    async transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes(moduleEnd)) return undefined
      const edits: { start: number; end: number; text: string }[] = []
      const namesOf = new Map<string, Record<string, string>>()
      const { program } = parseSync(id, code)
      for (const node of program.body) {
        if (node.type !== 'ImportDeclaration' || !node.source.value.endsWith(moduleEnd)) continue
        const { modules = {} } = await read(resolve(dirname(id), node.source.value))
        for (const { local } of node.specifiers) namesOf.set(local.name, modules)
        const named = node.source.value.slice(0, -moduleEnd.length) + namedEnd
        edits.push({ start: node.start, end: node.end, text: `import ${JSON.stringify(named)}` })
      }
      new Visitor({
        MemberExpression: ({ object, property, computed, start, end }) => {
          if (object.type !== 'Identifier') return
          const names = namesOf.get(object.name)
          if (!names) return
          if (computed || property.type !== 'Identifier')
            throw new Error(`${id}: ${object.name} needs a name after a dot`)
          edits.push({ start, end, text: JSON.stringify(names[property.name]) ?? 'undefined' })
        },
      }).visit(program)
      return edits
        .toSorted((one, other) => other.start - one.start)
        .reduce(
          (text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end),
          code,
        )
    },
  }
}
