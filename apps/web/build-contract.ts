import { type Plugin, parseSync, Visitor } from 'vite'
import { type CallRow, calls } from '../../packages/client/src/calls.ts'
import { errors } from '../../packages/contract/src/errors.ts'
import { limits } from '../../packages/contract/src/limits.ts'

const bodyTypes = ['json', 'form', 'bytes'] as const

/** Prints a feature's name and its calls, one per line: name, method, path, index of the body's content type, base, three flags. */
function printFeature(feature: string, rows: readonly [string, CallRow][]): string {
  const lines = rows.map(([name, { method, path, bodyType, base, isPublic, isStream, refusesKey }]) => {
    const marks = [
      bodyType === undefined ? '' : bodyTypes.indexOf(bodyType),
      base ?? '',
      isPublic ? 1 : '',
      isStream ? 1 : '',
      refusesKey ? 1 : '',
    ]
    return [name.slice(feature.length + 1), method, path, ...marks].join(' ').trimEnd()
  })
  return [feature, ...lines].join('\n')
}

/** Code that parses the printed rows in the browser. The rows are a third smaller than JSON. */
const reader = `text.split('\\n\\n').flatMap((part) => {
  const [feature, ...rows] = part.split('\\n')
  return rows.map((row) => {
    const [name, method, path, bodyType, base, isPublic, isStream, refusesKey] = row.split(' ')
    return [feature + '.' + name, { method, path, ...(bodyType && { bodyType: ${JSON.stringify(bodyTypes)}[bodyType] }),
      ...(base && { base }), ...(isPublic && { isPublic: true }), ...(isStream && { isStream: true }),
      ...(refusesKey && { refusesKey: true }) }]
  })
})`

function printCalls(): string {
  const features = Map.groupBy(Object.entries<CallRow>(calls), ([name]) => name.split('.')[0] ?? '')
  const text = [...features].map(([feature, rows]) => printFeature(feature, rows)).join('\n\n')
  return `const text = ${JSON.stringify(text)}\nexport const calls = Object.fromEntries(${reader})`
}

/** Replaces the SDK's module `calls.ts` with its computed data, so that the bundle does not contain the schemas. */
export const printedCalls: Plugin = {
  name: 'printed-calls',
  enforce: 'pre',
  apply: 'build',
  load: (id) =>
    id.endsWith('/packages/client/src/calls.ts') ? { code: printCalls(), moduleType: 'js' } : undefined,
}

/**
 * Prints a module with the error catalogue as a text. The text has one line per feature, with the name and the status of each
 * error. It contains the number of an error only if that is not the previous number plus one.
 */
function printErrors(): string {
  let previous = 0
  const printRow = (key: string, { code, status }: { code: number; status: number }) => {
    const isNext = code === previous + 1
    previous = code
    return `${key.split('.')[1]} ${status}${isNext ? '' : ` ${code}`}`
  }
  const groups = Map.groupBy(Object.entries(errors), ([key]) => key.split('.')[0])
  const text = [...groups].map(([feature, rows]) => [feature, ...rows.map((row) => printRow(...row))].join())
  return `let code = 0
export const errors = Object.fromEntries(${JSON.stringify(text.join('\n'))}.split('\\n').flatMap((line) => {
  const [feature, ...rows] = line.split(',')
  return rows.map((row) => {
    const [name, status, jump] = row.split(' ')
    code = jump ? +jump : code + 1
    return [feature + '.' + name, { code, status: +status }]
  })
}))`
}

/** Replaces the error catalogue with a text that the browser parses. Compressed, the text is a third as large as the catalogue. */
export const printedErrors: Plugin = {
  name: 'printed-errors',
  enforce: 'pre',
  apply: 'build',
  load: (id) =>
    id.endsWith('/packages/contract/src/errors.ts') ? { code: printErrors(), moduleType: 'js' } : undefined,
}

const importsLimits = /import\s*\{[^}]*\blimits\b[^}]*\}\s*from/

/** Writes the values of the contract's limits where they are used. The first page would load the table of all limits otherwise. */
export const inlinedLimits: Plugin = {
  name: 'inlined-limits',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => {
    if (!/\/(?:apps\/web|packages\/\w+)\/src\/.+\.tsx?(?:\?plain)?$/.test(id) || !importsLimits.test(code))
      return undefined
    const written = code.replace(/(?<![.\w])limits\.(\w+)/g, (use, name: string) =>
      Object.hasOwn(limits, name) ? `(${JSON.stringify(limits[name as keyof typeof limits])})` : use,
    )
    return { code: written, map: null }
  },
}

/** Ids of the modules of the contract, and of their halves (`build-contract-split.ts`). */
const contractModule = /\/packages\/contract\/src\/.+\.ts(?:\?plain)?$/

/**
 * Marks the constants of the contract as pure, so that the bundler removes those that no page uses. Functions create these
 * constants, and without the mark a bundler has to assume that the functions have side effects.
 */
export const pureContract: Plugin = {
  name: 'pure-contract',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => {
    if (!contractModule.test(id)) return undefined
    const values = parseSync('contract.ts', code).program.body.flatMap((statement) => {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      return declared?.type === 'VariableDeclaration'
        ? declared.declarations.flatMap(({ init }) => init ?? [])
        : []
    })
    return { code: values.toSorted((a, b) => b.start - a.start).reduce(wrapPurely, code), map: null }
  },
}

const wrapPurely = (code: string, { start, end }: { start: number; end: number }) =>
  `${code.slice(0, start)}/* @__PURE__ */ (() => (${code.slice(start, end)}))()${code.slice(end)}`

/** Properties of a route that only the server, its tests and the reference pages read. */
const serverParts = ['summary', 'example', 'reply', 'errors', 'audit']

/** Removes the properties of routes that no page reads, which saves 5 KB at the first visit. */
export const slimRoutes: Plugin = {
  name: 'slim-routes',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => {
    if (!contractModule.test(id)) return undefined
    const cuts: { start: number; end: number }[] = []
    const visitor = new Visitor({
      ObjectExpression: ({ properties }) => {
        const parts = properties.flatMap((one) =>
          one.type === 'Property' && one.key.type === 'Identifier' ? [{ ...one, name: one.key.name }] : [],
        )
        if (!['method', 'path', 'permission'].every((name) => parts.some((one) => one.name === name))) return
        // Keeps `reply: 'stream'`, which the SDK reads.
        for (const { name, value, start, end } of parts)
          if (serverParts.includes(name) && !(name === 'reply' && value.type === 'Literal'))
            cuts.push({ start, end: code[end] === ',' ? end + 1 : end })
      },
    })
    visitor.visit(parseSync('contract.ts', code).program)
    const kept = cuts
      .toSorted((a, b) => b.start - a.start)
      .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
    return { code: kept, map: null }
  },
}
