import { actorKinds, roles } from '@pontic/contract'
import { parseSync, Visitor } from 'vite'

/** A finding at a line of a file. */
export type Found = { line: number; text: string }

/** Facts about one source file for the checks. */
export type SourceFacts = {
  /** Module names of static imports, dynamic imports, re-exports and `import('…')` types. */
  imports: Found[]
  /** Module names of `export … from`. */
  reExports: Found[]
  defaultExports: Found[]
  /** Functions with their length, as `name 57`. */
  functions: (Found & { lineCount: number })[]
  /** Comparisons of a role that bypass the permission matrix. */
  roleChecks: Found[]
  lineCount: number
  /** Syntax errors. */
  errors: string[]
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const allowRole = /allow role check: \S+/
const equality = new Set(['===', '!==', '==', '!='])

/** Parses a TypeScript source. @param name file name, whose extension .ts or .tsx determines the syntax */
export function readFacts(name: string, source: string): SourceFacts {
  const parsed = parseSync(name, source)
  const lineStarts = findLineStarts(source)
  const lineOf = (offset: number) => findLine(lineStarts, offset)
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const exportEntries = staticExports.flatMap((one) => one.entries)
  // One entry of each statement is enough, because all its entries name the same module.
  const reExports = staticExports.flatMap(({ entries: [first] }) =>
    first?.moduleRequest
      ? [{ line: lineOf(first.moduleRequest.start), text: first.moduleRequest.value }]
      : [],
  )
  const statics = staticImports.map(({ moduleRequest: { start, value } }) => ({
    line: lineOf(start),
    text: value,
  }))
  const dynamics = dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    line: lineOf(start),
    text: source.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
  }))
  const walked = walk(parsed.program, lineOf)
  const allowed = parsed.comments.filter(({ value }) => allowRole.test(value)).map(({ end }) => lineOf(end))
  return {
    imports: [...statics, ...dynamics, ...reExports, ...walked.typeImports],
    reExports,
    defaultExports: exportEntries
      .filter(({ exportName }) => exportName.kind === 'Default')
      .map(({ start }) => ({ line: lineOf(start), text: 'default' })),
    functions: walked.functions,
    roleChecks: walked.roleChecks.filter(({ line }) => !allowed.some((at) => at === line || at === line - 1)),
    lineCount: source === '' ? 0 : source.trimEnd().split('\n').length,
    errors: parsed.errors.map(({ message }) => message),
  }
}

function walk(program: ReturnType<typeof parseSync>['program'], lineOf: (offset: number) => number) {
  const functions: SourceFacts['functions'] = []
  const roleChecks: Found[] = []
  const typeImports: Found[] = []
  const measure = (node: Node) => {
    const name = (node.id as { name?: string } | null)?.name ?? 'function'
    const line = lineOf(node.start)
    functions.push({ line, text: name, lineCount: lineOf(node.end) - line + 1 })
  }
  const blame = (node: Node, ...suspects: unknown[]) => {
    if (namesPersonsRole(suspects as Node[])) roleChecks.push({ line: lineOf(node.start), text: 'role' })
  }
  new Visitor({
    FunctionDeclaration: (node) => measure(node as unknown as Node),
    FunctionExpression: (node) => measure(node as unknown as Node),
    ArrowFunctionExpression: (node) => measure(node as unknown as Node),
    SwitchStatement: (node) =>
      blame(node as unknown as Node, node.discriminant, ...node.cases.map(({ test }) => test)),
    BinaryExpression: (node) => {
      if (equality.has(node.operator)) blame(node as unknown as Node, node.left, node.right)
    },
    CallExpression: (node) => {
      const callee = node.callee as unknown as Node
      const method = (callee.property as { name?: string } | undefined)?.name
      if (method === 'includes') blame(node as unknown as Node, callee.object, ...node.arguments)
    },
    TSImportType: (node) => {
      const { start, value } = node.source as unknown as Node & { value: string }
      typeImports.push({ line: lineOf(start), text: value })
    },
  }).visit(program)
  return { functions, roleChecks, typeImports }
}

// `clinic`, `lab`, `person` and `platform` are also parties of a case, so they count only next to a name with `role`.
const onlyRoles = new Set<string>([...roles, 'clinicAdmin', 'labAdmin', 'operator'])
const alsoSides = new Set<string>(actorKinds)

function namesPersonsRole(suspects: readonly (Node | null)[]): boolean {
  const words = suspects.flatMap((one) =>
    one?.type === 'ArrayExpression' ? (one.elements as Node[]) : [one],
  )
  const literals = words.flatMap((one) => (typeof one?.value === 'string' ? [one.value] : []))
  if (literals.some((word) => onlyRoles.has(word))) return true
  return suspects.some((one) => isRole(one ?? undefined)) && literals.some((word) => alsoSides.has(word))
}

function isRole(node: Node | undefined): boolean {
  if (node?.type === 'Identifier') return node.name === 'role'
  if (node?.type === 'ChainExpression') return isRole(node.expression as Node)
  return node?.type === 'MemberExpression' && (node.property as { name?: string }).name === 'role'
}

function findLineStarts(source: string): number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function findLine(lineStarts: number[], offset: number): number {
  let low = 0
  let high = lineStarts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((lineStarts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low + 1
}
