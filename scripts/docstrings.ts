/**
 * Reads the docstrings of `packages/contract` and maps them to the schemas and calls that they describe, for the API document.
 * `readDocstrings` registers a load hook that rewrites each source of the contract before it runs. Call it before the contract
 * is imported. The server and the browser do not use this file.
 */
import { registerHooks } from 'node:module'
import { type ESTree, parseSync, Visitor } from 'vite'
import * as z from 'zod/mini'

/** Descriptions of schemas. `id` is the name of a schema to which other schemas refer. */
export const registry = z.registry<{ id?: string; description?: string; format?: string; sample?: unknown }>()

/** Descriptions of calls, which are not schemas. */
export const descriptions = new WeakMap<object, string>()

const enums = new WeakMap<object, z.ZodMiniType>()
const enumNames = new WeakMap<object, { id: string; description: string }>()

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

// Removed from descriptions, because readers of the API document do not have our documents.
const citations = / \((?:requirement|rules|threat|decision|formats)\b[^)]*\)/g

/** Parses a docstring to its text, the value of `@example`, and `@format`. Other tags are left out. */
function readText(comment: string): { description: string; format?: string; sample?: unknown } {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
  const [text = '', ...tags] = lines.join('\n').split(/(?:^|\s)@(?=[a-z])/)
  const example = tags.find((tag) => tag.startsWith('example '))?.slice('example '.length)
  const description = text
    .replace(/(\S)\n(?=[^\s-])/g, '$1 ')
    .replace(citations, '')
    .trim()
  const format = tags
    .find((tag) => tag.startsWith('format '))
    ?.slice('format '.length)
    .trim()
  return {
    description,
    ...(format === undefined ? {} : { format }),
    ...(example === undefined ? {} : { sample: JSON.parse(example) }),
  }
}

/** Functions that the rewritten sources call. */
const runtime = {
  /** Registers the docstring of a property whose value is a schema or a call. @returns the value to use instead */
  describe(value: unknown, comment: string): unknown {
    const facts = readText(comment)
    if (isSchema(value)) {
      const described = z.core.clone(value, value._zod.def, { parent: true })
      registry.add(described, facts)
      return described
    }
    if (typeof value === 'object' && value !== null) descriptions.set(value, facts.description)
    return value
  },
  /** Registers the docstring of a constant of a module. */
  declare(value: unknown, id: string | undefined, comment: string): void {
    if (!isSchema(value)) return
    registry.add(value, { ...(id === undefined ? {} : { id }), ...readText(comment) })
  },
  /** Registers the docstring of a list of values, and `id`, the name of the type of these values. */
  nameValues(values: object, id: string, comment: string): void {
    enumNames.set(values, { id, ...readText(comment) })
  },
  /** Returns the same schema for all uses of a named list of values. */
  oneOf(schema: z.ZodMiniType, values: object): z.ZodMiniType {
    const name = enumNames.get(values)
    if (name === undefined) return schema
    const known = enums.get(values)
    if (known) return known
    enums.set(values, schema)
    registry.add(schema, name)
    return schema
  },
}

/** A text to insert. `rank` orders insertions at the same position. */
type Insertion = { at: number; rank: number; text: string }

/** Rewrites the source of a module, so that it calls `runtime` for each docstring and for each `z.enum` of a named list. */
function rewrite(path: string, source: string): string {
  const { program, comments } = parseSync(path, source)
  const insertions: Insertion[] = []
  // Outer nodes are wrapped before inner nodes.
  const wrap = (node: { start: number; end: number }, before: string, after: string) => {
    const rank = insertions.length
    insertions.push({ at: node.start, rank, text: before }, { at: node.end, rank: -rank, text: after })
  }
  const append = (node: { end: number }, text: string) =>
    insertions.push({ at: node.end, rank: Number.POSITIVE_INFINITY, text: `\n;${text}` })
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  const docOf = ({ start }: { start: number }): string | undefined =>
    docs.findLast((doc) => doc.end <= start && source.slice(doc.end, start).trim() === '')?.value.slice(1)

  const valueTypes = new Map<string, string>()
  for (const [, name = '', values = ''] of source.matchAll(
    /^export type (\w+) = \(typeof (\w+)\)\[(?:number|keyof typeof \2)\]/gm,
  ))
    valueTypes.set(values, name)
  // Computed lists: `export const shadeCodes = … as [ShadeCode, ...ShadeCode[]]`.
  for (const [, values = '', name = ''] of source.matchAll(
    /^export const (\w+) = .* as \[(\w+), \.\.\.\2\[\]\]$/gm,
  ))
    valueTypes.set(values, name)

  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    const doc = docOf(statement) ?? ''
    for (const { id } of declaration.declarations) {
      if (id.type !== 'Identifier') continue
      const isShared = statement.type === 'ExportNamedDeclaration' && /^[A-Z]/.test(id.name)
      const valueType = valueTypes.get(id.name)
      const [known, text] = [JSON.stringify(isShared ? id.name : undefined), JSON.stringify(doc)]
      if (valueType !== undefined) append(statement, `$docs.nameValues(${id.name}, '${valueType}', ${text});`)
      else if (isShared || doc !== '') append(statement, `$docs.declare(${id.name}, ${known}, ${text});`)
    }
  }

  const visitor = new Visitor({
    Property: (node: ESTree.Node) => {
      const { value, shorthand } = node as ESTree.ObjectProperty
      const doc = docOf(node)
      if (doc === undefined) return
      const text = JSON.stringify(doc)
      if (shorthand) {
        const name = source.slice(value.start, value.end)
        wrap(node, '', `: $docs.describe(${name}, ${text})`)
      } else wrap(value, '$docs.describe(', `, ${text})`)
    },
    CallExpression: (node) => {
      const [values, ...others] = node.arguments
      if (values?.type !== 'Identifier' || others.length > 0) return
      if (source.slice(node.callee.start, node.callee.end) !== 'z.enum') return
      wrap(node, '$docs.oneOf(', `, ${values.name})`)
    },
  })
  visitor.visit(program)
  return insertions
    .toSorted((a, b) => a.at - b.at || a.rank - b.rank)
    .reduceRight((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source)
}

/** Registers the load hook. */
export function readDocstrings(): void {
  Object.assign(globalThis, { $docs: runtime })
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!/\/packages\/contract\/src\/.*(?<!\.test)\.ts$/.test(url)) return loaded
      return { ...loaded, source: rewrite(url, String(loaded.source)) }
    },
  })
}
