import { errors, keyPermissions, type Route, routes, successCode } from '@pontic/contract'
import { expect, test } from 'vitest'
import { assembleExample } from '../../test/assemble-example.ts'
import { resolvedOpenApi } from '../../test/resolve-document.ts'
import { getOpenApi } from './open-api.ts'

type Json = { [key: string]: unknown }
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Json }
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security: Json[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: Json }> }>
}
type Document = {
  openapi: string
  info: Json
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, Json>>
}

// Serialized and parsed, because the served JSON has no undefined members.
const document = JSON.parse(JSON.stringify(getOpenApi())) as Document
const operations = Object.entries((resolvedOpenApi() as Document).paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

/** Yields every object within a value with its path. */
function* walk(value: unknown, place = '#'): Generator<{ place: string; node: Json }> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { place, node: value as Json }
  for (const [key, one] of Object.entries(value)) yield* walk(one, `${place}/${key}`)
}

const schemasOf = ({ parameters, requestBody, responses }: Operation) => [
  ...parameters.flatMap((one) => (one.schema ? [one.schema] : [])),
  ...Object.values(requestBody?.content ?? {}).map((one) => one.schema),
  ...Object.values(responses).flatMap((one) =>
    Object.values(one.content ?? {}).flatMap((body) => body.schema ?? []),
  ),
]

test('the document has the parts that OpenAPI 3.1 requires, and every reference has a target', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/)
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
  for (const { place, node } of walk(document)) {
    const { $ref: reference } = node
    if (typeof reference !== 'string' || place.includes('/properties/')) continue
    const target = reference
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document)
    expect([place, reference, typeof target]).toEqual([place, reference, 'object'])
  }
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the path parameters of each call are exactly those of its path, and all are required', () => {
  for (const { path, method, operation } of operations) {
    expect(path).toMatch(/^\/(restful|oauth)(\/[\w{}]+)+$/)
    expect(['get', 'post', 'put', 'delete']).toContain(method)
    const inPath = operation.parameters.filter((one) => one.in === 'path')
    expect(inPath.map((one) => one.name).sort()).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort(),
    )
    for (const one of inPath) expect(one.required).toBe(true)
    for (const one of operation.parameters.filter((parameter) => parameter.$ref === undefined)) {
      expect(['path', 'query', 'header']).toContain(one.in)
      expect(one.schema).toBeTypeOf('object')
    }
    const keys = operation.parameters.map((one) => one.$ref ?? `${one.in} ${one.name}`)
    expect(new Set(keys).size).toBe(keys.length)
  }
})

test('public calls need no session, all others need a bearer token, and each call names its permission', () => {
  for (const { operation } of operations) {
    const route: Route = routes[operation.operationId as keyof typeof routes]
    const allowsApiKeys = keyPermissions.some((one) => one === route.permission)
    const wanted = [{ bearer: [] }, ...(allowsApiKeys ? [{ apiKey: [] }] : [])]
    expect(operation.security).toEqual(route.permission === 'public' ? [] : wanted)
    expect(operation).toMatchObject({ 'x-permission': route.permission, summary: route.summary })
  }
  expect(document.components.securitySchemes?.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(document.components.securitySchemes?.apiKey).toMatchObject({ bearerFormat: 'pontic_…' })
})

test('each body has its media type, an object schema without additional properties, and valid examples', () => {
  for (const { operation, method } of operations) {
    const { operationId, requestBody } = operation
    const route: Route = routes[operationId as keyof typeof routes]
    expect([operationId, requestBody !== undefined]).toEqual([
      operationId,
      (route.body ?? route.bytes) !== undefined,
    ])
    if (method === 'get') expect(requestBody).toBeUndefined()
    if (requestBody === undefined) continue
    if (route.bytes) {
      expect(Object.keys(requestBody.content)).toEqual(['application/octet-stream'])
      continue
    }
    const type = operationId.startsWith('session.') ? 'application/x-www-form-urlencoded' : 'application/json'
    expect(Object.keys(requestBody.content)).toEqual([type])
    const { schema = {} } = requestBody.content[type] ?? {}
    for (const shape of (schema.oneOf as Json[] | undefined) ?? [schema])
      expect([operationId, shape?.type, shape?.additionalProperties]).toEqual([operationId, 'object', false])
    const { error } = route.body?.safeParse(assembleExample(schema, false)) ?? {}
    expect([operationId, error?.issues ?? []]).toEqual([operationId, []])
  }
})

test('every reply has a description, successful replies have the envelope, and errors list their keys by status', () => {
  for (const { operation } of operations) {
    const { operationId, responses } = operation
    const route: Route = routes[operationId as keyof typeof routes]
    const success = responses[200]?.content?.['application/json']?.schema
    if (route.reply === 'stream') expect(success).toBeUndefined()
    else if (route.base === '/oauth') expect(success).toMatchObject({ type: 'object' })
    else
      expect(success).toMatchObject({
        properties: { code: { const: successCode } },
        required: ['code', 'message', 'data'],
      })
    for (const [status, response] of Object.entries(responses)) {
      expect(status).toMatch(/^[2-5]\d\d$/)
      expect(response.description).toMatch(/\w/)
    }
    for (const key of route.errors)
      expect([operationId, responses[errors[key].status]?.description]).toEqual([
        operationId,
        expect.stringContaining(`\`${key}\``),
      ])
  }
})

test('schemas use the types of JSON Schema 2020-12, arrays have items, and required fields exist', () => {
  const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
  for (const { operation } of operations) {
    for (const schema of schemasOf(operation)) {
      for (const { place, node } of walk(schema, operation.operationId)) {
        if (place.endsWith('/properties') || place.includes('/example')) continue
        if (typeof node.type === 'string' && !place.endsWith('/default')) expect(types).toContain(node.type)
        if (node.type === 'array') expect([place, typeof node.items]).toEqual([place, 'object'])
        if (!Array.isArray(node.required)) continue
        for (const name of node.required)
          expect([place, Object.keys(node.properties as Json)]).toEqual([
            place,
            expect.arrayContaining([name]),
          ])
      }
    }
  }
})
