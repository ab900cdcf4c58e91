import { keyUseOf, type Route, type RouteName, routes } from '@pontic/contract'

/**
 * What the SDK has to know of a route to call it. `takes`: how its body is sent, if it has one. `refusesKey`: an
 * Idempotency-Key is not sent along.
 */
export type CallRow = Pick<Route, 'method' | 'path' | 'base'> & {
  readonly takes?: 'json' | 'form' | 'bytes'
  readonly isPublic?: true
  readonly isStream?: true
  readonly refusesKey?: true
}

const bodyKind = (route: Route): 'json' | 'form' | 'bytes' | undefined => {
  if (route.bytes) return 'bytes'
  if (route.body === undefined) return undefined
  return route.form ? 'form' : 'json'
}

function rowOf(route: Route): CallRow {
  const takes = bodyKind(route)
  return {
    method: route.method,
    path: route.path,
    ...(route.base ? { base: route.base } : {}),
    ...(takes ? { takes } : {}),
    ...(route.permission === 'public' ? { isPublic: true } : {}),
    ...(route.reply === 'stream' ? { isStream: true } : {}),
    ...(keyUseOf(route) === 'refused' ? { refusesKey: true } : {}),
  }
}

/**
 * The route table as callers need it: plain data, without the schemas. The portal's page carries this file as the data it
 * makes (vite.config.ts), so that its first visit does not wait for the fields of every form there is.
 */
export const calls = Object.fromEntries(
  Object.entries(routes).map(([name, route]) => [name, rowOf(route)]),
) as Readonly<Record<RouteName, CallRow>>
