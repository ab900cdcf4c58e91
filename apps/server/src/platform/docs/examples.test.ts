import { type Route, routes } from '@pontic/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { default as addFormats } from 'ajv-formats'
import { expect, test } from 'vitest'
import { assembleExample } from '../../test/assemble-example.ts'
import { resolvedOpenApi } from '../../test/resolve-document.ts'

type Json = { [key: string]: unknown }
type Media = { schema?: Json }
type Operation = {
  operationId: string
  parameters: { $ref?: string; name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}
type Document = {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Json
}

const publicUrl = 'https://portal.example'
const document = resolvedOpenApi(publicUrl) as Document
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
const routeOf = ({ operationId }: Operation): Route => routes[operationId as keyof typeof routes]

// Lets references resolve to the components of the document.
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', components: document.components }, 'document')
const validators = new Map<string, ReturnType<typeof ajv.compile>>()
// Compiles each schema once, because most calls share their error schemas.
const compile = (schema: Json) => {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
  const known = validators.get(text) ?? ajv.compile(JSON.parse(text))
  validators.set(text, known)
  return known
}

/** Every schema of a body or a reply. */
const media = operations.flatMap((operation) =>
  [
    ...Object.values(operation.requestBody?.content ?? {}).map((one) => ({ of: 'body', ...one })),
    ...Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).map((one) => ({ of: status, ...one })),
    ),
  ].map((one) => ({ name: operation.operationId, ...one })),
)

/** Yields the paths of missing values in an example. The schema at such a path needs its own example. */
function* gapsIn(value: unknown, path = ''): Generator<string> {
  if (value === undefined) yield path
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) yield* gapsIn(one, `${path}/${key}`)
}

test('the field examples of each body and reply form a complete example that matches the schema', () => {
  const described = media.filter(({ schema }) => schema !== undefined && schema.format !== 'binary')
  expect(described.filter(({ of }) => of === 'body' || of === '200').length).toBeGreaterThan(350)
  const distinct = new Map(
    described.map((one) => [`${one.of === 'body'} ${JSON.stringify(one.schema)}`, one]),
  )
  const wrong = [...distinct.values()].flatMap(({ name, of, schema = {} }) => {
    const example = assembleExample(schema, of !== 'body')
    const gaps = [...gapsIn(example)]
    const isValid = compile(schema)
    return isValid(example) && gaps.length === 0 ? [] : [{ name, of, gaps, errors: isValid.errors }]
  })
  expect(wrong).toEqual([])
})

test('no two path templates differ only in the names of their parameters', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
  expect(new Set(shapes).size).toBe(shapes.length)
  expect(Object.keys(document.paths['/restful/images/{purposeOrId}'] ?? {}).sort()).toEqual(['get', 'post'])
})

test('the document contains the public URL of the portal', () => {
  expect(document.servers).toEqual([{ url: publicUrl }])
})

test('the document marks only necessary headers as required', () => {
  const headers = operations.flatMap(({ parameters }) => parameters.filter((one) => one.in === 'header'))
  const required = new Map(headers.map(({ name, required: isRequired }) => [name, isRequired ?? false]))
  expect(Object.fromEntries(required)).toMatchObject({
    'x-zone': false,
    'x-preview-pass': false,
    'x-preview-token': true,
  })
})

test('each call lists the statuses 413, 415, 422 and 429 that it can answer', () => {
  const find = (name: string) => operations.find((one) => one.operationId === name)
  const describe = (name: string, status: number) => find(name)?.responses[status]?.description ?? ''
  for (const operation of operations) {
    const { operationId, requestBody, responses, parameters } = operation
    const route = routeOf(operation)
    expect([operationId, '415' in responses]).toEqual([
      operationId,
      requestBody !== undefined || route.errors.some((key) => key.startsWith('file.kind')),
    ])
    if (requestBody)
      expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(['413'])])
    const acceptsKey = parameters.some((one) => one.$ref?.endsWith('/IdempotencyKey'))
    if (acceptsKey) expect(describe(operationId, 422)).toContain('`request.key_reused`')
  }
  expect(describe('orders.create', 413)).toContain('`request.too_large`')
  expect(describe('images.create', 413)).toContain('`image.too_large`')
  expect(describe('orders.get', 429)).toContain('`request.too_many`')
  expect(describe('keys.create', 400)).toContain('`request.key_not_taken`')
})
