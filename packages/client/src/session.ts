import { type CaptchaAnswer, limits, type Session } from '@pontic/contract'
import { backoffMs } from './backoff.ts'
import { CallError } from './call-error.ts'
import { type SessionStores, sessionKey } from './session-stores.ts'

/**
 * A stored session: the reply of the token call with `obtained` and `expires`, absolute times of this device's clock in ms
 * (requirement 3.session.expires: `expires` is computed from `expires_in`). The server's clock is not used.
 */
export type StoredSession = Session & { readonly obtained: number; readonly expires: number }

/**
 * Why a session changed: `ended`: the server refused it (password changed, disabled, expired); `otherTab`: another tab signed
 * in, refreshed or signed out.
 */
export type SessionChange = 'signedIn' | 'refreshed' | 'signedOut' | 'ended' | 'otherTab'

/** Receives each change with the resulting session. */
export type SessionListener = (session: StoredSession | undefined, change: SessionChange) => void

/** A passkey's response as browsers and @simplewebauthn/browser return it (AuthenticationResponseJSON). */
export type PasskeyAnswer = {
  id: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string }
}

/**
 * How a person signs in.
 * - by password, which is sent as a digest only; with the answer to a captcha if one is required;
 * - by the second step after `session.mfa_required`: its `mfa_token` with a code, a recovery code or a passkey;
 * - by a passkey alone, with the `challenge_token` of `session.createPasskeyChallenge`.
 */
export type Credentials = { rememberMe: boolean } & (
  | ({ username: string } & PasswordProof)
  | Exclude<Proof, PasswordProof>
)

type PasswordProof = { password: string; captcha?: CaptchaAnswer | undefined }

/** How a signed-in person proves their identity again: like signing in, without the address. */
export type Proof =
  | PasswordProof
  | ({ mfaToken: string } & SecondFactorAnswer)
  | { challengeToken: string; passkey: PasskeyAnswer }

/** The answer to the second step. */
export type SecondFactorAnswer = { otp: string } | { recoveryCode: string } | { passkey: PasskeyAnswer }

/** The token calls, as the client makes them. */
export type SessionCalls = {
  create: (credentials: Credentials) => Promise<Session>
  refresh: (session: StoredSession) => Promise<Session>
  revoke: (token: string) => Promise<void>
}

type TabMessage = { jti: string; session: StoredSession | null }

// Tokens are refreshed this long before they expire, so that no running call meets the expiry; tabs spread over some seconds.
const leadMs = 60_000
const spreadMs = 15_000
const longestTimerMs = 2 ** 31 - 1

/** Manages the session of one client: storage, refresh timer, other tabs (requirement 4.session, rules §3). */
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
    this.#arm()
    this.#stopListening = stores.listen((message) => this.#hear(message))
  }

  /** The current session. If its access token has expired, the next call refreshes it first. */
  current(): StoredSession | undefined {
    return this.#session
  }

  /**
   * Whether the access token is valid by this device's clock (requirement 4.session.valid). A clock that was set back makes it
   * invalid.
   */
  isFresh(session: StoredSession | undefined = this.#session): boolean {
    const now = Date.now()
    return session !== undefined && now < session.expires && now > session.obtained - leadMs
  }

  /**
   * The session with a valid access token; pages await it before rendering.
   * @returns undefined if nobody is signed in
   * @throws CallError if the server cannot be reached; the session is kept
   */
  async restore(): Promise<StoredSession | undefined> {
    return this.#session === undefined || this.isFresh() ? this.#session : this.refresh()
  }

  /** @throws CallError `session.wrong_credentials`, `session.unverified` and the others of the token call */
  async signIn(credentials: Credentials): Promise<StoredSession> {
    const session = withTimes(await this.#calls.create(credentials))
    this.#forget()
    this.#use(session, 'signedIn')
    return session
  }

  /** Ends the session here and in all tabs at once, then on the server if it can be reached. */
  async signOut(): Promise<void> {
    const session = this.#session
    if (session === undefined) return
    this.#end('signedOut')
    await this.#calls.revoke(session.refresh_token).catch(() => undefined)
  }

  /** Receives changes until the returned function is called. */
  subscribe(listener: SessionListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Refreshes the session, one tab at a time; concurrent calls share the reply. A refusal clears the session; a server that is
   * down does not, and the refresh is repeated later.
   * @returns the session afterwards; undefined if it was refused
   * @throws CallError if the server cannot be reached
   */
  refresh(): Promise<StoredSession | undefined> {
    const spent = this.#session?.access_token
    this.#refreshing ??= this.#stores
      .withLock(() => this.#exchange(spent))
      .finally(() => {
        this.#refreshing = undefined
      })
    return this.#refreshing
  }

  /** Clears a session that the server refuses, unless it was replaced in the meantime. */
  refuse(accessToken: string): void {
    if (this.#session?.access_token === accessToken) this.#end('ended')
  }

  /** Stops the timer and the listener for other tabs; the session remains stored. */
  dispose(): void {
    clearTimeout(this.#timer)
    this.#stopListening()
    this.#listeners.clear()
  }

  async #exchange(spent: string | undefined): Promise<StoredSession | undefined> {
    // Another tab may have refreshed while this one waited for the lock.
    this.#adopt(this.#read())
    const session = this.#session
    if (session === undefined) return undefined
    if (session.access_token !== spent && this.isFresh(session)) return session
    try {
      const next = withTimes(await this.#calls.refresh(session))
      return this.#settle(session, next)
    } catch (error) {
      if (!isRefusal(error)) {
        this.#failures += 1
        this.#arm()
        throw error
      }
      if (this.#session?.jti === session.jti) this.#end('ended')
      return this.#session
    }
  }

  #settle(before: StoredSession, next: StoredSession): StoredSession | undefined {
    if (this.#session?.jti !== before.jti) {
      // Signed out (or in as somebody else) while the reply was on its way: the new tokens must be revoked.
      void this.#calls.revoke(next.refresh_token).catch(() => undefined)
      return this.#session
    }
    this.#use(next, 'refreshed')
    return next
  }

  #use(session: StoredSession, change: SessionChange): void {
    this.#storeOf(session).setItem(sessionKey, JSON.stringify(session))
    this.#set(session, change)
    this.#stores.broadcast({ jti: session.jti, session } satisfies TabMessage)
  }

  #end(change: SessionChange): void {
    const jti = this.#session?.jti
    this.#forget()
    this.#set(undefined, change)
    if (jti !== undefined) this.#stores.broadcast({ jti, session: null } satisfies TabMessage)
  }

  #forget(): void {
    this.#stores.remembered.removeItem(sessionKey)
    this.#stores.tab.removeItem(sessionKey)
  }

  #set(session: StoredSession | undefined, change: SessionChange): void {
    this.#session = session
    this.#failures = 0
    this.#arm()
    for (const listener of [...this.#listeners]) listener(session, change)
  }

  #storeOf(session: Session) {
    return session.rememberMe ? this.#stores.remembered : this.#stores.tab
  }

  // A session of this tab takes precedence over a remembered one, because it was chosen later in this tab.
  #read(): StoredSession | undefined {
    return parse(this.#stores.tab.getItem(sessionKey)) ?? parse(this.#stores.remembered.getItem(sessionKey))
  }

  #adopt(stored: StoredSession | undefined): void {
    const current = this.#session
    if (stored?.access_token === current?.access_token) return
    // Local storage may be older than a message of another tab.
    if (stored && stored.jti === current?.jti && stored.obtained < current.obtained) return
    this.#set(stored, 'otherTab')
  }

  /** A duplicated tab has its own copy of a tab's session: tabs send each other new tokens and the end by `jti`. */
  #hear(message: unknown): void {
    if (isTabMessage(message) && message.jti === this.#session?.jti) {
      const { session } = message
      if (session === null) this.#forget()
      else if (session.obtained >= this.#session.obtained) {
        this.#storeOf(session).setItem(sessionKey, JSON.stringify(session))
      }
    }
    this.#adopt(this.#read())
  }

  #arm(): void {
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

// Whether a refusal is final, as opposed to a server or network that is down.
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
