import { idempotencyKeyUseOf, type Route, type RouteName, routes } from '@pontic/contract'

/**
 * The data of a route that the SDK needs to call it.
 * - `bodyType`: how the body is sent; absent for a route without a body.
 * - `refusesKey`: the route refuses an Idempotency-Key, so the client does not send one.
 */
export type CallRow = Pick<Route, 'method' | 'path' | 'base'> & {
  readonly bodyType?: 'json' | 'form' | 'bytes'
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
  const bodyType = bodyKind(route)
  return {
    method: route.method,
    path: route.path,
    ...(route.base ? { base: route.base } : {}),
    ...(bodyType ? { bodyType } : {}),
    ...(route.permission === 'public' ? { isPublic: true } : {}),
    ...(route.reply === 'stream' ? { isStream: true } : {}),
    ...(idempotencyKeyUseOf(route) === 'refused' ? { refusesKey: true } : {}),
  }
}

/**
 * The route table as plain data, without schemas. The build of the web app replaces this file by the resulting data
 * (`apps/web/build-contract.ts`), so that the first visit does not load the schemas of every form.
 */
export const calls = Object.fromEntries(
  Object.entries(routes).map(([name, route]) => [name, rowOf(route)]),
) as Readonly<Record<RouteName, CallRow>>
