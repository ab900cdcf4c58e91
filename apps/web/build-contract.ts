import { type Plugin, parseSync, Visitor } from 'vite'
import { type CallRow, calls } from '../../packages/client/src/calls.ts'

const bodyTypes = ['json', 'form', 'bytes'] as const

/** The rows of one feature, one a line: name, method, path, how the body is sent, base, and three marks. */
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

/** What reads the printed rows in the page: a third less than JSON has to be fetched at the first visit. */
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

/** Puts the data that the SDK's table of calls comes to in place of the schemas that it is made from. */
export const printedCalls: Plugin = {
  name: 'printed-calls',
  enforce: 'pre',
  apply: 'build',
  load: (id) =>
    id.endsWith('/packages/client/src/calls.ts') ? { code: printCalls(), moduleType: 'js' } : undefined,
}

/**
 * Lets go of each constant of the contract that a page does not use: they are made by calls, of which a bundler can't know
 * that they do nothing else.
 */
export const pureContract: Plugin = {
  name: 'pure-contract',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => {
    if (!/\/packages\/contract\/src\/.+\.ts$/.test(id)) return undefined
    const values = parseSync(id, code).program.body.flatMap((statement) => {
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

/** What of a route only the server, its tests and the reference pages read. */
const serverParts = ['summary', 'example', 'reply', 'errors', 'audit']

/** Leaves what no page reads of a route out of it: 5 KB of each first visit. */
export const slimRoutes: Plugin = {
  name: 'slim-routes',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => {
    if (!/\/packages\/contract\/src\/.+\.ts$/.test(id)) return undefined
    const cuts: { start: number; end: number }[] = []
    const visitor = new Visitor({
      ObjectExpression: ({ properties }) => {
        const parts = properties.flatMap((one) =>
          one.type === 'Property' && one.key.type === 'Identifier' ? [{ ...one, name: one.key.name }] : [],
        )
        if (!['method', 'path', 'permission'].every((name) => parts.some((one) => one.name === name))) return
        // `reply: 'stream'` is what the SDK goes by.
        for (const { name, value, start, end } of parts)
          if (serverParts.includes(name) && !(name === 'reply' && value.type === 'Literal'))
            cuts.push({ start, end: code[end] === ',' ? end + 1 : end })
      },
    })
    visitor.visit(parseSync(id, code).program)
    const kept = cuts
      .toSorted((a, b) => b.start - a.start)
      .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
    return { code: kept, map: null }
  },
}
