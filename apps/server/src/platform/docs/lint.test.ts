import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { getOpenApi } from './open-api.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../../..')

type Json = { [key: string]: unknown }
type Problem = { severity: 'error' | 'warn'; ruleId: string; message: string }

// The specification defines paths that this rule reports: `/orders/{id}/remake` and `/orders/files/{fileId}`.
const accepted = ['no-ambiguous-paths']

test('the document is valid by the recommended rules of Redocly', async () => {
  const args = [
    join(root, 'node_modules/@redocly/cli/bin/cli.js'),
    ...['lint', '--extends=recommended', '--format=json', join(root, 'docs/generated/openapi.json')],
  ]
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: 16 * 1024 * 1024 })
  const { totals, problems } = JSON.parse(stdout) as { totals: Json; problems: Problem[] }
  expect(totals).toMatchObject({ errors: 0 })
  expect(problems.filter(({ ruleId }) => !accepted.includes(ruleId))).toEqual([])
})

const document = getOpenApi() as Json

/** Returns the target of a reference. */
const follow = (reference: string) =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Json)[key], document) as Json

/** Whether a schema, or the schema that it refers to, has a description. */
function isDescribed(schema: Json): boolean {
  if (schema.description) return true
  if (typeof schema.$ref === 'string') return isDescribed(follow(schema.$ref))
  const others = ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).filter(({ type }) => type !== 'null')
  return others.length === 1 && others.every(isDescribed)
}

/** Yields every property within a value with its path. The envelope of a reply is skipped, and only its data is read. */
function* properties(value: unknown, place: string): Generator<[place: string, schema: Json]> {
  if (typeof value !== 'object' || value === null) return
  const { allOf: [base, ...parts] = [] } = value as { allOf?: Json[] }
  if (base?.$ref === '#/components/schemas/Success') {
    for (const part of parts) yield* properties((part.properties as Json).data, `${place}.data`)
    return
  }
  for (const [key, one] of Object.entries(value)) {
    if (['example', 'examples', 'default'].includes(key)) continue
    if (key === 'properties')
      for (const [name, schema] of Object.entries(one)) yield [`${place}.${name}`, schema as Json]
    yield* properties(one, `${place}/${key}`)
  }
}

test('every call, parameter and property has a description', () => {
  const found = [...properties(document, '')]
  expect(found.length).toBeGreaterThan(1_500)
  expect(found.filter(([, schema]) => !isDescribed(schema)).map(([place]) => place)).toEqual([])
  for (const item of Object.values(document.paths as Record<string, Record<string, Json>>)) {
    for (const { operationId, description, parameters } of Object.values(item)) {
      expect([operationId, description]).toEqual([operationId, expect.stringMatching(/\w/)])
      for (const one of (parameters ?? []) as Json[]) {
        const parameter = typeof one.$ref === 'string' ? follow(one.$ref) : one
        expect([operationId, parameter.name, isDescribed(parameter)]).toEqual([
          operationId,
          parameter.name,
          true,
        ])
      }
    }
  }
})
