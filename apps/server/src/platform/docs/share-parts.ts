import { STATUS_CODES } from 'node:http'
import type { Json } from './collect-schemas.ts'

/** A call of the document. */
export type Operation = {
  parameters?: Json[]
  requestBody?: Json
  responses: Record<string, Json>
}

/** A position in the document that contains a part, or a reference to it. */
type Position = { part: Json; set: (reference: Json) => void; base: string }

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the name of the schema of a body or reply, if it is a reference. */
const schemaIn = (part: Json) =>
  /"(?:schema|data)":\{"\$ref":"#\/components\/schemas\/(\w+)"\}/.exec(JSON.stringify(part))?.[1]

/** Chooses the name of a response: its schema, the only error that it lists, or its status. */
function nameOf(status: string, response: Json): string {
  if (status === '200') return schemaIn(response) ?? 'Reply'
  const [key, ...others] = String(response.description).matchAll(/`([\w.]+)`/g)
  if (key?.[1] !== undefined && others.length === 0) return key[1].split(/[._]/).map(capitalize).join('')
  return (STATUS_CODES[status] ?? 'Refused').replaceAll(/\W/g, '')
}

/** Moves parts that occur several times to the components, the most frequent first. @returns the moved parts by name */
function share(kind: string, places: readonly Position[]): Record<string, Json> {
  const uses = Map.groupBy(places, ({ part }) => JSON.stringify(part))
  const shared: Record<string, Json> = {}
  for (const same of [...uses.values()].toSorted((a, b) => b.length - a.length)) {
    const [first, second] = same
    if (!first || !second) break
    let name = first.base
    for (let count = 2; name in shared; count++) name = `${first.base}${count}`
    shared[name] = first.part
    for (const { set } of same) set({ $ref: `#/components/${kind}/${name}` })
  }
  return shared
}

/**
 * Moves parameters, bodies and responses that several calls have in common to the components.
 * @returns the moved parts by kind and name
 */
export function shareParts(operations: readonly Operation[]): Record<string, Record<string, Json>> {
  const parameters = operations.flatMap(({ parameters: list = [] }) =>
    list.flatMap((part, at): Position[] => {
      if ('$ref' in part) return []
      const base = String(part.name).split('-').map(capitalize).join('')
      return [{ part, base, set: (reference) => list.splice(at, 1, reference) }]
    }),
  )
  const bodies = operations.flatMap((operation): Position[] => {
    const { requestBody: part } = operation
    if (part === undefined) return []
    const set = (reference: Json) => {
      operation.requestBody = reference
    }
    return [{ part, base: schemaIn(part) ?? 'Body', set }]
  })
  const responses = operations.flatMap((operation) =>
    Object.entries(operation.responses).map(([status, part]): Position => {
      const set = (reference: Json) => {
        operation.responses[status] = reference
      }
      return { part, base: nameOf(status, part), set }
    }),
  )
  return {
    parameters: share('parameters', parameters),
    requestBodies: share('requestBodies', bodies),
    responses: share('responses', responses),
  }
}
