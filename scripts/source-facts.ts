import { actorKinds, roles } from '@pontic/contract'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A finding at a line of a file. */
export type Found = { line: number; text: string }

/** Facts about one source file for the checks. */
export type SourceFacts = {
  /** Module names of static imports, dynamic imports, re-exports and `import('…')` types. */
  imports: Found[]
  /** Module names of `export … from`. */
  reExports: Found[]
  defaultExports: Found[]
  /** Functions with their length. `text` is the name, or `function` without one. */
  functions: (Found & { lineCount: number })[]
  /** Comparisons of a role that bypass the permission matrix. */
  roleChecks: Found[]
  lineCount: number
  /** Syntax errors. */
  errors: string[]
}

/** An operand of a comparison; null for a missing one, such as the test of `default:`. */
type Operand = ESTree.Node | null

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
  const measure = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const line = lineOf(node.start)
    functions.push({ line, text: node.id?.name ?? 'function', lineCount: lineOf(node.end) - line + 1 })
  }
  const recordRoleCheck = ({ start }: ESTree.Node, ...operands: Operand[]) => {
    if (namesPersonsRole(operands)) roleChecks.push({ line: lineOf(start), text: 'role' })
  }
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
    SwitchStatement: (node) =>
      recordRoleCheck(node, node.discriminant, ...node.cases.map(({ test }) => test)),
    BinaryExpression: (node) => {
      if (equality.has(node.operator)) recordRoleCheck(node, node.left, node.right)
    },
    CallExpression: (node) => {
      const { callee } = node
      if (callee.type === 'MemberExpression' && nameOf(callee.property) === 'includes')
        recordRoleCheck(node, callee.object, ...node.arguments)
    },
    TSImportType: (node) => {
      typeImports.push({ line: lineOf(node.source.start), text: node.source.value })
    },
  }).visit(program)
  return { functions, roleChecks, typeImports }
}

// `clinic`, `lab`, `person` and `platform` are also sides of a case, so they count only in a comparison with `role`.
const onlyRoles = new Set<string>([...roles, 'clinicAdmin', 'labAdmin', 'operator'])
const alsoSides = new Set<string>(actorKinds)

function namesPersonsRole(operands: readonly Operand[]): boolean {
  const values = operands.flatMap((one): readonly Operand[] =>
    one?.type === 'ArrayExpression' ? one.elements : [one],
  )
  const literals = values.flatMap((one) =>
    one?.type === 'Literal' && typeof one.value === 'string' ? [one.value] : [],
  )
  if (literals.some((word) => onlyRoles.has(word))) return true
  return operands.some(isRole) && literals.some((word) => alsoSides.has(word))
}

function isRole(node: Operand): boolean {
  if (node?.type === 'ChainExpression') return isRole(node.expression)
  return nameOf(node?.type === 'MemberExpression' ? node.property : node) === 'role'
}

/** Returns the name of an identifier; undefined for other nodes. */
const nameOf = (node: Operand) =>
  node?.type === 'Identifier' || node?.type === 'PrivateIdentifier' ? node.name : undefined

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
