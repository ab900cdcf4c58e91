import { type ESTree, parseSync, Visitor } from 'vite'

/** Facts that the build reads from one source file. */
export type SourceFacts = {
  /** Dotted keys of the texts that it may show. A `*` replaces a part of a key that is only known at run time. */
  readonly texts: readonly string[]
  /** Modules that it imports statically, as written, without types. */
  readonly imports: readonly string[]
  /** Its `import('…')` expressions with their offsets in the code. */
  readonly lazyImports: readonly { readonly path: string; readonly start: number; readonly end: number }[]
}

/**
 * Reads which texts a source may show:
 * - keys of a translator `const t = useTexts('orders')`: `t('title')`, `t.rich('hint', …)`, `t(isOld ? 'old' : 'new')`,
 *   ``t(`status.${status}`)``, and `useTexts('common')('save')`
 * - all keys of a group, if its translator is called with a variable or passed to other code
 * - strings that look like complete keys: `header: 'common.label.name'`, `` `screens.${name}` ``, `'order.status.'` for a group.
 *   Some of them mean something else, such as the name of a call. Only strings that are keys of the catalogue count.
 */
export function readSource(file: string, code: string): SourceFacts {
  const { program, module } = parseSync(file, code)
  const imports = [
    ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.length > 0 && entries.every(({ isType }) => isType) ? [] : moduleRequest.value,
    ),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (isType ? [] : (moduleRequest?.value ?? []))),
    ),
  ]
  const lazyImports = module.dynamicImports.map(({ start, end, moduleRequest }) => ({
    path: code.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    start,
    end,
  }))
  return { texts: listTexts(program), imports, lazyImports }
}

/** The variables of a scope by name. The value lists the groups of a translator; it is empty for any other variable. */
type Scope = Map<string, readonly string[]>

const scopeNodes = [
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
] as const

function listTexts(program: ESTree.Program): string[] {
  const found = new Set<string>()
  const scopes: Scope[] = [new Map()]
  /** Offsets of names that are not variables, and of uses that are already counted. */
  const done = new Set<number>()
  /** End offset of the last key that was passed to the translator of a group. Strings before it are keys in that group. */
  let keyEnd = 0

  const add = (groups: readonly string[], keys: readonly string[]) => {
    for (const group of groups) for (const key of keys) found.add(group === '' ? key : `${group}.${key}`)
  }
  const groupsOf = (node: ESTree.Node): readonly string[] =>
    node.type === 'Identifier'
      ? (scopes.findLast((scope) => scope.has(node.name))?.get(node.name) ?? [])
      : groupsOfHook(node)
  const open = (node: { params?: readonly ESTree.Node[] }) => {
    scopes.push(new Map((node.params ?? []).flatMap(listNames).map((name) => [name, []])))
  }
  const close = () => void scopes.pop()

  const visitor = new Visitor({
    ...Object.fromEntries(scopeNodes.flatMap((type) => [[type, open] as const, [`${type}:exit`, close]])),
    VariableDeclarator: ({ id, init }) => {
      const groups = id.type === 'Identifier' && init ? groupsOfHook(init) : []
      for (const name of listNames(id)) scopes.at(-1)?.set(name, groups)
      if (init && groups.length > 0) done.add(id.start).add(init.start)
    },
    MemberExpression: ({ property, computed }) => void (computed || done.add(property.start)),
    Property: ({ key, computed, shorthand }) => void (computed || shorthand || done.add(key.start)),
    CallExpression: (node) => {
      const { callee, arguments: given } = node
      for (const name of listDependencies(node)) done.add(name.start)
      const translator = callee.type === 'MemberExpression' ? callee.object : callee
      const groups = groupsOf(translator)
      add(groups, groups.length > 0 ? listStrings(given[0]) : [])
      if (groups.length > 0) done.add(translator.start)
      else if (!done.has(node.start)) add(groupsOfHook(node), ['*'])
      if ([...groups, ...groupsOfHook(node)].some((group) => group !== '')) keyEnd = given[0]?.end ?? keyEnd
    },
    Identifier: (node) => {
      if (!done.has(node.start)) add(groupsOf(node), ['*'])
    },
    Literal: ({ value, start }) => {
      if (start >= keyEnd && typeof value === 'string' && /^[\w.]+\.[\w.]*$/.test(value))
        found.add(value.replace(/\.$/, '.*'))
    },
    TemplateLiteral: (node) => {
      if (node.start < keyEnd) return
      for (const key of listStrings(node)) if (/^\w+\.[\w.*]*$/.test(key)) found.add(key)
    },
  })
  visitor.visit(program)
  // A translator of all texts may get a variable as key. The literal keys are then found elsewhere in the source.
  found.delete('*')
  return [...found]
}

/** Lists the groups of a call `useTexts(…)`: `''` for all texts, none for any other expression. */
const groupsOfHook = (node: ESTree.Node): readonly string[] =>
  node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'useTexts'
    ? []
    : node.arguments.length === 0
      ? ['']
      : listStrings(node.arguments[0])

/** Lists the names in the dependency array of a hook. */
function listDependencies({ callee, arguments: given }: ESTree.CallExpression): ESTree.Node[] {
  const last = given.at(-1)
  if (callee.type !== 'Identifier' || !/^use[A-Z]/.test(callee.name) || last?.type !== 'ArrayExpression')
    return []
  return last.elements.filter((one) => one?.type === 'Identifier')
}

/** Lists the strings that an expression can evaluate to. A `*` replaces a part that is only known at run time. */
function listStrings(node: ESTree.Node | undefined): string[] {
  switch (node?.type) {
    case 'Literal':
      return [String(node.value)]
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked ?? '').join('*')]
    case 'ConditionalExpression':
      return [...listStrings(node.consequent), ...listStrings(node.alternate)]
    case 'LogicalExpression':
      return [...listStrings(node.left), ...listStrings(node.right)]
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return listStrings(node.expression)
    default:
      return ['*']
  }
}

/** Lists the names that a pattern of variables or parameters declares. */
function listNames(node: ESTree.Node | null): string[] {
  switch (node?.type) {
    case 'Identifier':
      return [node.name]
    case 'ObjectPattern':
      return node.properties.flatMap((one) => listNames(one.type === 'Property' ? one.value : one.argument))
    case 'ArrayPattern':
      return node.elements.flatMap(listNames)
    case 'AssignmentPattern':
      return listNames(node.left)
    case 'RestElement':
      return listNames(node.argument)
    default:
      return []
  }
}
