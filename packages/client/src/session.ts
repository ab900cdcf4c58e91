import { type CaptchaAnswer, limits, type Session } from '@pontic/contract'
import { backoffMs } from './backoff.ts'
import { CallError } from './call-error.ts'
import { type SessionStores, sessionKey } from './session-stores.ts'

/**
 * A stored session: the reply of the token call with the times at which it was received (`obtained`) and at which its access token
 * expires (`expires`, from `expires_in`, requirement 3.session.expires). Both are milliseconds since 1970 by this device's clock.
 */
export type StoredSession = Session & { readonly obtained: number; readonly expires: number }

/**
 * Why a session changed.
 * - `ended`: the server refused it, because it expired, the password was changed or the user was disabled.
 * - `otherTab`: another tab signed in, refreshed the session or signed out.
 */
export type SessionChange = 'signedIn' | 'refreshed' | 'signedOut' | 'ended' | 'otherTab'

/** Listener for changes; receives the session after the change, or undefined if nobody is signed in. */
export type SessionListener = (session: StoredSession | undefined, change: SessionChange) => void

/** The assertion of a passkey, as browsers and @simplewebauthn/browser return it (AuthenticationResponseJSON). */
export type PasskeyAnswer = {
  id: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string }
}

/**
 * Credentials of a sign-in, in one of three forms:
 * - a password, of which only a digest is sent, with the answer to a captcha if one is required;
 * - the second step after `session.mfa_required`: its `mfa_token` with a code, a recovery code or a passkey;
 * - only a passkey, with the `challenge_token` of `session.createPasskeyChallenge`.
 */
export type Credentials = { rememberMe: boolean } & (
  | ({ username: string } & PasswordProof)
  | Exclude<Proof, PasswordProof>
)

type PasswordProof = { password: string; captcha?: CaptchaAnswer | undefined }

/** Proof with which a signed-in user reauthenticates: credentials without the email address. */
export type Proof =
  | PasswordProof
  | ({ mfaToken: string } & SecondFactorAnswer)
  | { challengeToken: string; passkey: PasskeyAnswer }

/** The second factor of a sign-in: a code of the authenticator app, a recovery code or a passkey. */
export type SecondFactorAnswer = { otp: string } | { recoveryCode: string } | { passkey: PasskeyAnswer }

/** The token calls that `SessionManager` needs, provided by the client. */
export type SessionCalls = {
  create: (credentials: Credentials) => Promise<Session>
  refresh: (session: StoredSession) => Promise<Session>
  revoke: (token: string) => Promise<void>
}

type TabMessage = { jti: string; session: StoredSession | null }

// Tokens are refreshed `leadMs` before they expire, so that they do not expire during a call. Each tab adds a random part of
// `spreadMs`, so that tabs do not refresh at the same time.
const leadMs = 60_000
const spreadMs = 15_000
const longestTimerMs = 2 ** 31 - 1

/** Manages the session of one client: storage, refresh timer and synchronization of tabs (requirement 4.session, rules §3). */
export class SessionManager {
  readonly #calls: SessionCalls
  readonly #stores: SessionStores
  readonly #listeners = new Set<SessionListener>()
  readonly #stopListening: () => void
  #session: StoredSession | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #refreshing: Promise<StoredSession | undefined> | undefined
  #failures = 0

  constructor(calls: SessionCalls, stores: SessionStores) {
    this.#calls = calls
    this.#stores = stores
    this.#session = this.#read()
    this.#scheduleRefresh()
    this.#stopListening = stores.listen((message) => this.#handleMessage(message))
  }

  /** Returns the current session, or undefined if nobody is signed in. Its access token may have expired: calls refresh it. */
  current(): StoredSession | undefined {
    return this.#session
  }

  /**
   * Whether the access token is still valid by this device's clock (requirement 4.session.valid). It counts as invalid if the
   * clock was set back to more than a minute before the token was received.
   */
  isFresh(session: StoredSession | undefined = this.#session): boolean {
    const now = Date.now()
    return session !== undefined && now < session.expires && now > session.obtained - leadMs
  }

  /**
   * Returns the session, after a refresh if its access token has expired. Pages await it before rendering.
   * @returns undefined if nobody is signed in, or if the server refused the refresh
   * @throws CallError if the server cannot be reached; the session stays stored
   */
  async restore(): Promise<StoredSession | undefined> {
    return this.#session === undefined || this.isFresh() ? this.#session : this.refresh()
  }

  /** Signs in and stores the session. @throws CallError `session.wrong_credentials` and other errors of the token call */
  async signIn(credentials: Credentials): Promise<StoredSession> {
    const session = withTimes(await this.#calls.create(credentials))
    this.#clearStores()
    this.#activate(session, 'signedIn')
    return session
  }

  /** Clears the session in all tabs immediately, then revokes it on the server. Ignores a failure of the server. */
  async signOut(): Promise<void> {
    const session = this.#session
    if (session === undefined) return
    this.#clear('signedOut')
    await this.#calls.revoke(session.refresh_token).catch(() => undefined)
  }

  /** Adds a listener for changes. @returns a function that removes it */
  subscribe(listener: SessionListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Refreshes the session under a lock that all tabs share. Concurrent calls share one request. If the server refuses the refresh, the
   * session is cleared. If the server cannot be reached, the session stays, and a timer repeats the refresh.
   * @returns the refreshed session; undefined if nobody is signed in or the refresh was refused
   * @throws CallError if the server cannot be reached
   */
  refresh(): Promise<StoredSession | undefined> {
    const oldToken = this.#session?.access_token
    this.#refreshing ??= this.#stores
      .withLock(() => this.#refreshLocked(oldToken))
      .finally(() => {
        this.#refreshing = undefined
      })
    return this.#refreshing
  }

  /** Clears the session whose access token the server has refused, unless a newer token has replaced it. */
  refuse(accessToken: string): void {
    if (this.#session?.access_token === accessToken) this.#clear('ended')
  }

  /** Stops the timer and removes all listeners. The session remains stored. */
  dispose(): void {
    clearTimeout(this.#timer)
    this.#stopListening()
    this.#listeners.clear()
  }

  async #refreshLocked(oldToken: string | undefined): Promise<StoredSession | undefined> {
    // Another tab may have refreshed while this one waited for the lock.
    this.#applyStored(this.#read())
    const session = this.#session
    if (session === undefined) return undefined
    if (session.access_token !== oldToken && this.isFresh(session)) return session
    try {
      const next = withTimes(await this.#calls.refresh(session))
      return this.#acceptRefresh(session, next)
    } catch (error) {
      if (!isRefusal(error)) {
        this.#failures += 1
        this.#scheduleRefresh()
        throw error
      }
      if (this.#session?.jti === session.jti) this.#clear('ended')
      return this.#session
    }
  }

  #acceptRefresh(before: StoredSession, next: StoredSession): StoredSession | undefined {
    if (this.#session?.jti !== before.jti) {
      // The user signed out, or signed in again, before the reply arrived. The new tokens are revoked.
      void this.#calls.revoke(next.refresh_token).catch(() => undefined)
      return this.#session
    }
    this.#activate(next, 'refreshed')
    return next
  }

  #activate(session: StoredSession, change: SessionChange): void {
    this.#storeOf(session).setItem(sessionKey, JSON.stringify(session))
    this.#set(session, change)
    this.#stores.broadcast({ jti: session.jti, session } satisfies TabMessage)
  }

  #clear(change: SessionChange): void {
    const jti = this.#session?.jti
    this.#clearStores()
    this.#set(undefined, change)
    if (jti !== undefined) this.#stores.broadcast({ jti, session: null } satisfies TabMessage)
  }

  #clearStores(): void {
    this.#stores.remembered.removeItem(sessionKey)
    this.#stores.tab.removeItem(sessionKey)
  }

  #set(session: StoredSession | undefined, change: SessionChange): void {
    this.#session = session
    this.#failures = 0
    this.#scheduleRefresh()
    for (const listener of [...this.#listeners]) listener(session, change)
  }

  #storeOf(session: Session) {
    return session.rememberMe ? this.#stores.remembered : this.#stores.tab
  }

  // The session of this tab takes precedence over the remembered one, because the user signed in to it in this tab.
  #read(): StoredSession | undefined {
    return parse(this.#stores.tab.getItem(sessionKey)) ?? parse(this.#stores.remembered.getItem(sessionKey))
  }

  #applyStored(stored: StoredSession | undefined): void {
    const current = this.#session
    if (stored?.access_token === current?.access_token) return
    // Local storage may be older than a message from another tab.
    if (stored && stored.jti === current?.jti && stored.obtained < current.obtained) return
    this.#set(stored, 'otherTab')
  }

  /**
   * Handles a message from another tab. A duplicated tab has its own copy of the session, so tabs send each other new tokens and
   * sign-outs, matched by `jti`.
   */
  #handleMessage(message: unknown): void {
    if (isTabMessage(message) && message.jti === this.#session?.jti) {
      const { session } = message
      if (session === null) this.#clearStores()
      else if (session.obtained >= this.#session.obtained) {
        this.#storeOf(session).setItem(sessionKey, JSON.stringify(session))
      }
    }
    this.#applyStored(this.#read())
  }

  #scheduleRefresh(): void {
    clearTimeout(this.#timer)
    const session = this.#session
    if (session === undefined) return
    const lifeMs = session.expires - session.obtained
    const earlyMs = Math.min(leadMs + Math.random() * spreadMs, lifeMs / 2)
    const dueMs = session.expires - earlyMs - Date.now()
    const retryMs = this.#failures > 0 ? backoffMs(this.#failures - 1, 1_000, 30_000) : 0
    const delayMs = Math.min(Math.max(dueMs, retryMs, 0), longestTimerMs)
    this.#timer = setTimeout(() => void this.refresh().catch(() => undefined), delayMs)
    // A program must be able to exit while it is signed in.
    if (typeof this.#timer === 'object') this.#timer.unref?.()
  }
}

const withTimes = (session: Session): StoredSession => {
  const obtained = Date.now()
  return { ...session, obtained, expires: obtained + session.expires_in * 1000 }
}

// Whether the server has refused the refresh. Other errors mean that the server or the network is down.
const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 400 || error.status === 401 || error.status === 403)

const isTabMessage = (message: unknown): message is TabMessage =>
  typeof message === 'object' && message !== null && 'jti' in message && 'session' in message

const longestSessionMs = limits.sessionAbsoluteDays * 24 * 3_600_000

function parse(text: string | null): StoredSession | undefined {
  if (text === null) return undefined
  try {
    const value = JSON.parse(text) as StoredSession
    const isComplete =
      [value.access_token, value.refresh_token, value.jti].every((part) => typeof part === 'string') &&
      [value.expires, value.obtained].every(Number.isFinite)
    return isComplete && Date.now() - value.obtained < longestSessionMs ? value : undefined
  } catch {
    return undefined
  }
}
