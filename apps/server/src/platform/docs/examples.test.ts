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

// References lead into the document; its other members are no keywords of a schema.
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', components: document.components }, 'document')
const judges = new Map<string, ReturnType<typeof ajv.compile>>()
// Most calls share their refusals: a schema is compiled once.
const judge = (schema: Json) => {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
  const known = judges.get(text) ?? ajv.compile(JSON.parse(text))
  judges.set(text, known)
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

/** Places of an example that have no value: a schema there needs an example of its own. */
function* gapsIn(value: unknown, place = ''): Generator<string> {
  if (value === undefined) yield place
  if (typeof value !== 'object' || value === null) return
  for (const [key, one] of Object.entries(value)) yield* gapsIn(one, `${place}/${key}`)
}

test('the examples of each body and reply make a complete one that is what its schema says', () => {
  const described = media.filter(({ schema }) => schema !== undefined && schema.format !== 'binary')
  expect(described.filter(({ of }) => of === 'body' || of === '200').length).toBeGreaterThan(350)
  const distinct = new Map(
    described.map((one) => [`${one.of === 'body'} ${JSON.stringify(one.schema)}`, one]),
  )
  const wrong = [...distinct.values()].flatMap(({ name, of, schema = {} }) => {
    const example = assembleExample(schema, of !== 'body')
    const gaps = [...gapsIn(example)]
    const isValid = judge(schema)
    return isValid(example) && gaps.length === 0 ? [] : [{ name, of, gaps, errors: isValid.errors }]
  })
  expect(wrong).toEqual([])
})

test('no two templates are the same path but for the names of their parameters', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
  expect(new Set(shapes).size).toBe(shapes.length)
  expect(Object.keys(document.paths['/restful/images/{purposeOrId}'] ?? {}).sort()).toEqual(['get', 'post'])
})

test('the document says where the portal is reached', () => {
  expect(document.servers).toEqual([{ url: publicUrl }])
})

test('headers that a call can do without are not required', () => {
  const headers = operations.flatMap(({ parameters }) => parameters.filter((one) => one.in === 'header'))
  const required = new Map(headers.map(({ name, required: isRequired }) => [name, isRequired ?? false]))
  expect(Object.fromEntries(required)).toMatchObject({
    'x-zone': false,
    'x-preview-pass': false,
    'x-preview-token': true,
  })
})

test('413, 415, 422 and 429 are listed where they occur', () => {
  const find = (name: string) => operations.find((one) => one.operationId === name)
  const told = (name: string, status: number) => find(name)?.responses[status]?.description ?? ''
  for (const operation of operations) {
    const { operationId, requestBody, responses, parameters } = operation
    const route = routeOf(operation)
    expect([operationId, '415' in responses]).toEqual([
      operationId,
      requestBody !== undefined || route.errors.some((key) => key.startsWith('file.kind')),
    ])
    if (requestBody)
      expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining(['413'])])
    const takesKey = parameters.some((one) => one.$ref?.endsWith('/IdempotencyKey'))
    if (takesKey) expect(told(operationId, 422)).toContain('`request.key_reused`')
  }
  expect(told('orders.create', 413)).toContain('`request.too_large`')
  expect(told('images.create', 413)).toContain('`image.too_large`')
  expect(told('orders.get', 429)).toContain('`request.too_many`')
  expect(told('keys.create', 400)).toContain('`request.key_not_taken`')
})
