import { portalClient, type Session } from '@pontic/contract'
import type { SessionStores } from '../session-stores.ts'
import { memoryStore } from '../session-stores.ts'
import { answer, answerData, type ReceivedRequest, serve } from './http.ts'

/** Returns a reply of the token call. @param turn number in its access and refresh token */
export function sessionOf(turn: number, more: Partial<Session> = {}): Session {
  return {
    access_token: `access-${turn}`,
    token_type: 'bearer',
    expires_in: 1800,
    refresh_token: `refresh-${turn}`,
    scope: 'portal',
    jti: 'session-of-alice',
    username: 'alice@brookside.example',
    authorities: ['ROLE_CLINIC'],
    org_admin_flag: true,
    rememberMe: false,
    language: 'en_US',
    membership: 'active',
    account_id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
    name: 'Alice Moreau',
    organization_id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10',
    organization_name: 'Brookside Dental',
    organization_type: 1,
    two_factor_needed: false,
    authenticated_at: '2026-03-02T08:15:00.000Z',
    ...more,
  }
}

const staleBody = { code: 2016, error: 'session.reauthenticate', message: 'Who are you?', requestId: 'r1' }
const staleChallenge = 'Bearer error="insufficient_user_authentication", max_age="300"'

/**
 * Starts a server with the token calls and one call that needs a session. It rotates tokens as in rules §3. A test may change
 * `state` at any time.
 */
export async function servePortal(more: Partial<Session> = {}) {
  const state = {
    turn: 0,
    isDown: false,
    isRevoked: false,
    refusesAll: false,
    /** Whether the last sign-in is too old for calls that need a session. */
    isStale: false,
    refreshes: 0,
    onRefresh: async () => undefined as unknown,
  }
  const token = async ({ body }: ReceivedRequest, response: Parameters<typeof answer>[0]) => {
    const form = new URLSearchParams(body)
    if (form.get('client_id') !== portalClient.id) return answer(response, 401, { error: 'invalid_client' })
    if (form.get('grant_type') === 'refresh_token') {
      state.refreshes += 1
      await state.onRefresh()
      if (state.isDown)
        return answer(response, 503, { code: 1102, error: 'server.unavailable', message: 'Down.' })
      if (state.isRevoked || form.get('refresh_token') !== `refresh-${state.turn}`)
        return answer(response, 400, { error: 'invalid_grant', error_description: 'Sign in again.' })
    }
    state.turn += 1
    answer(response, 200, sessionOf(state.turn, { rememberMe: form.get('remember_me') === 'true', ...more }))
  }
  const portal = await serve((seen, response) => {
    if (seen.path === '/oauth/token') return token(seen, response)
    if (seen.path === '/oauth/revoke') {
      state.isRevoked = true
      return answer(response, 200, {})
    }
    const isRefused = state.isRevoked || state.refusesAll
    if (isRefused || seen.headers.authorization !== `Bearer access-${state.turn}`)
      return answer(response, 401, {
        code: 1002,
        error: 'request.unauthenticated',
        message: 'Ended.',
        requestId: 'r1',
      })
    if (state.isStale) return answer(response, 401, staleBody, { 'www-authenticate': staleChallenge })
    return answerData(response, { name: 'Brookside Dental' })
  })
  return { ...portal, state }
}

/** Simulates a browser: its tabs share local storage and the lock, and each has its own session storage and listener. */
export function openBrowser(): { openTab: () => SessionStores } {
  const remembered = memoryStore()
  const listeners = new Set<(message: unknown) => void>()
  let last: Promise<unknown> = Promise.resolve()
  const openTab = (): SessionStores => {
    let own: ((message: unknown) => void) | undefined
    return {
      remembered,
      tab: memoryStore(),
      withLock: (task) => {
        const run = last.then(task, task)
        last = run.catch(() => undefined)
        return run
      },
      broadcast: (message) => {
        for (const listener of listeners) if (listener !== own) listener(structuredClone(message))
      },
      listen: (listener) => {
        own = listener
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
  }
  return { openTab }
}

export const alice = { username: 'alice@brookside.example', password: 'floss daily 7', rememberMe: false }
