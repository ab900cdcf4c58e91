import type { Permission, Route } from '@pontic/contract'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { type AccessRules, assertRecentSignIn, createScope, hashToken, parseBearer } from './actor.ts'
import { fail } from './fail.ts'
import { findCaller } from './key-actor.ts'
import { findKnownCaller, type KnownCaller } from './known-callers.ts'
import { auditOf } from './request.ts'
import type { Actor, Scope } from './scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A caller whose session the handler still has to check. */
    unchecked: KnownCaller | undefined
  }
}

/** A route with the properties that decide who may call it. */
type GatedRoute = Pick<Route, 'permission' | 'waiting' | 'allowsMissingTwoFactor' | 'reauthenticate'>

/**
 * Returns the hook that checks token, permission and recent sign-in before a body is read or an object is looked up.
 * @param isBesideSession whether the handler checks the session of a known caller together with its first statement
 */
export function gate(route: GatedRoute, services: Services, isBesideSession = false) {
  return async (request: FastifyRequest) => {
    if (route.permission === 'public') return
    const token = parseBearer(request.headers.authorization)
    if (isBesideSession && token !== undefined) {
      const caller = findKnownCaller(services.database, hashToken(token))
      request.scope = caller && findScope(route, services, caller.actor, request)
      if (request.scope !== undefined) {
        request.unchecked = caller
        return
      }
    }
    const actor = token && (await findCaller(services, token, request.ip))
    if (!actor) fail('request.unauthenticated')
    request.scope = scopeOf(route, services, actor, request)
    if (route.reauthenticate === true) assertRecentSignIn(actor, services.now())
  }
}

/** Creates the scope of a call. @throws as `createScope` */
export function scopeOf(
  route: GatedRoute,
  { config }: Services,
  actor: Actor,
  request: FastifyRequest,
): Scope {
  const { waiting = false, allowsMissingTwoFactor = false } = route
  const rules: AccessRules = { allowsWaitingMembers: waiting, allowsMissingTwoFactor, mode: config.mode }
  const { id, ip: address } = request
  return createScope(actor, route.permission as Permission, rules, { id, address, audit: auditOf(request) })
}

/** Returns the scope of a known caller, or undefined if the call would be refused: the session is then checked first. */
function findScope(...parts: Parameters<typeof scopeOf>): Scope | undefined {
  try {
    return scopeOf(...parts)
  } catch {
    return undefined
  }
}
