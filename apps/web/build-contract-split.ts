import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** Suffix of the id of a module's half that needs no schemas. */
const suffix = '?plain'

/** The halves of a module of the contract. `names` are those that the half without schemas declares. */
type Halves = {
  readonly names: ReadonlySet<string>
  /** Code of the half without schemas, and of the other half, which exports all names. Undefined if one half is empty. */
  readonly code: { readonly plain: string; readonly rest: string } | undefined
}

type Declaration = { code: string; isExported: boolean; declares: string[]; uses: Set<string> }

const known = new Map<string, Halves>()
const nothing: Halves = { names: new Set(), code: undefined }

/**
 * Divides a module of the contract into the declarations that use schemas, directly or indirectly, and the others, such as lists
 * of values and functions of days.
 */
function divide(file: string): Halves {
  const found = known.get(file)
  if (found) return found
  // Modules that import each other stay whole.
  known.set(file, nothing)
  const halves = divideCode(file, stripTypeScriptTypes(readFileSync(file, 'utf8')))
  known.set(file, halves)
  return halves
}

function divideCode(file: string, code: string): Halves {
  const { program } = parseSync(file, code)
  const imports = program.body.filter((one) => one.type === 'ImportDeclaration')
  const declarations = program.body
    .filter((one) => one.type !== 'ImportDeclaration')
    .map((statement) => toDeclaration(statement, code))
  // Modules with other statements, such as `export *`, stay whole.
  if (declarations.some(({ declares }) => declares.length === 0)) return nothing
  addUses(program, declarations)
  const withSchemas = new Set(imports.flatMap((one) => listNamesWithSchemas(file, one)))
  const plain = new Set(declarations)
  for (let before = -1; before !== plain.size; ) {
    before = plain.size
    for (const one of plain)
      if ([...one.uses].some((name) => withSchemas.has(name))) {
        plain.delete(one)
        for (const name of one.declares) withSchemas.add(name)
      }
  }
  const rest = declarations.filter((one) => !plain.has(one))
  const names = new Set([...plain].flatMap(({ declares }) => declares))
  if (plain.size === 0 || rest.length === 0) return { names, code: undefined }
  const print = (some: Iterable<Declaration>) => {
    const used = new Set([...some].flatMap(({ uses }) => [...uses]))
    const heads = imports.flatMap((one) => printImport(file, one, used))
    return [...heads, ...[...some].map((one) => one.code)].join('\n')
  }
  const list = (isExported: boolean) =>
    [...plain].flatMap((one) => (one.isExported === isExported ? one.declares : [])).join(', ')
  const id = JSON.stringify(file + suffix)
  return {
    names,
    code: {
      plain: `${print(plain)}\nexport { ${list(false)} }`,
      rest: `import { ${[...names].join(', ')} } from ${id}\nexport { ${list(true)} } from ${id}\n${print(rest)}`,
    },
  }
}

/**
 * Prints an import with the names that are used, each from the half that declares it: Rolldown moves a module into the file of
 * every module that imports it, even if it uses nothing of it.
 */
function printImport(
  file: string,
  { source, specifiers }: ESTree.ImportDeclaration,
  used: ReadonlySet<string>,
): string[] {
  const path = source.value.startsWith('.') ? join(dirname(file), source.value) : undefined
  const { names, code } = path === undefined ? nothing : divide(path)
  return specifiers.flatMap((one) => {
    const local = one.local.name
    if (!used.has(local)) return []
    if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier')
      return [`import * as ${local} from ${JSON.stringify(source.value)}`]
    const from = path !== undefined && code && names.has(one.imported.name) ? path + suffix : source.value
    return [`import { ${one.imported.name} as ${local} } from ${JSON.stringify(from)}`]
  })
}

function toDeclaration(statement: ESTree.Node, code: string): Declaration & { start: number; end: number } {
  const { start, end } = statement
  const isExported = statement.type === 'ExportNamedDeclaration'
  const declared = isExported ? statement.declaration : statement
  const declares =
    declared?.type === 'VariableDeclaration'
      ? declared.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []))
      : declared?.type === 'FunctionDeclaration' && declared.id
        ? [declared.id.name]
        : []
  return { start, end, code: code.slice(start, end), isExported, declares, uses: new Set() }
}

/** Adds to each declaration the names that it contains, without names of properties. Names of its own variables do no harm. */
function addUses(program: ESTree.Program, declarations: ReturnType<typeof toDeclaration>[]) {
  const properties = new Set<number>()
  const visitor = new Visitor({
    MemberExpression: ({ property, computed }) => void (computed || properties.add(property.start)),
    Property: ({ key, computed, shorthand }) => void (computed || shorthand || properties.add(key.start)),
    Identifier: ({ name, start }) => {
      if (properties.has(start)) return
      declarations.find((one) => one.start <= start && start < one.end)?.uses.add(name)
    },
  })
  visitor.visit(program)
}

/** Lists the imported names that use schemas: those of packages, and those of the other half of a module of the contract. */
function listNamesWithSchemas(file: string, { source, specifiers }: ESTree.ImportDeclaration): string[] {
  const names = source.value.startsWith('.') ? divide(join(dirname(file), source.value)).names : nothing.names
  return specifiers.flatMap((one) =>
    one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' && names.has(one.imported.name)
      ? []
      : one.local.name,
  )
}

/**
 * Loads a module of the contract as two modules, of which one needs no schemas. A page that uses only that one, such as the case
 * list, then does not load the schemas and their library.
 */
export const dividedContract: Plugin = {
  name: 'divided-contract',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id) => (id.endsWith(suffix) ? { id, moduleSideEffects: false } : undefined),
  load: (id) => {
    const isPlain = id.endsWith(suffix)
    const file = isPlain ? id.slice(0, -suffix.length) : id
    if (!/\/packages\/contract\/src\/.+\.ts$/.test(file)) return undefined
    const { code } = divide(file)
    return code && { code: isPlain ? code.plain : code.rest, moduleType: 'js', moduleSideEffects: false }
  },
}
