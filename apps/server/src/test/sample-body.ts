import { createECDH } from 'node:crypto'
import { type Route, type RouteName, routes, type Schema } from '@pontic/contract'
import * as z from 'zod/mini'

type Json = { [key: string]: unknown }

const sampleId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
const sampleDay = '2199-12-01'

/** Bodies of calls with rules that a schema cannot express. */
const ownBodies: Partial<Record<RouteName, Json>> = {
  'push.subscribe': {
    endpoint: 'https://push.example.com/send/abc',
    publicKey: createECDH('prime256v1').generateKeys('base64url'),
    secret: 'A'.repeat(22),
  },
}

/** Returns a valid body for a route: its example, or a minimal body of its schema. Delivery days are far in the future. */
export function sampleBody(name: RouteName): unknown {
  const route: Route = routes[name]
  if (route.body === undefined) return undefined
  return withFarDays(ownBodies[name] ?? route.example?.body ?? sampleOf(jsonSchemaOf(route.body)))
}

/** Returns the JSON Schema of a schema's input. */
export const jsonSchemaOf = (schema: Schema): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

function withFarDays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    key === 'deliveryOn' && typeof one === 'string' ? sampleDay : withFarDays(one),
  ])
  return Object.fromEntries(entries)
}

/** Creates a minimal value for a JSON Schema. */
export function sampleOf(schema: Json): unknown {
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const [branch] = (schema.anyOf ?? schema.oneOf ?? []) as Json[]
  if (branch) return sampleOf(branch)
  if (schema.type === 'object') {
    const properties = (schema.properties ?? {}) as Record<string, Json>
    const required = (schema.required ?? []) as string[]
    return Object.fromEntries(required.map((key) => [key, sampleOf(properties[key] ?? {})]))
  }
  if (schema.type === 'array') {
    const one = sampleOf((schema.items ?? {}) as Json)
    return Array.from({ length: Number(schema.minItems ?? 0) }, () => one)
  }
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(0, Number(schema.minimum ?? 0))
  return sampleText(schema)
}

function sampleText({ format, pattern, minLength = 1 }: Json): string {
  if (format === 'uuid') return sampleId
  if (format === 'date') return sampleDay
  if (format === 'date-time') return `${sampleDay}T00:00:00Z`
  const isHex = String(pattern ?? '').includes('0-9a-f')
  return isHex ? 'a'.repeat(64) : 'A'.repeat(Math.max(4, Number(minLength)))
}
