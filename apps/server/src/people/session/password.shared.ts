import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { passwordDigest } from '@pontic/client'
import { fail } from '../../platform/http/fail.ts'
import { digestPrefixOf, listCommonPasswords, readCommonDigests } from './common-passwords.ts'

/**
 * Parameters of argon2id. `recommended` by OWASP: 19 MiB, two passes, one lane; a hash takes about 18 ms. `lowest` is for tests of
 * other things, which hash thousands of passwords.
 */
const costs = {
  recommended: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  lowest: { memoryCost: 8, timeCost: 1, parallelism: 1 },
} as const

let argon2: (typeof costs)[keyof typeof costs] = costs.recommended

/** Sets the cost of the hashes of this process. Only tests call it, so a server always has the recommended cost. */
export function setPasswordCost(cost: keyof typeof costs): void {
  argon2 = costs[cost]
}

/**
 * Returns a hash that no password matches. A sign-in to an unknown account is checked against it, so that the check takes as
 * long as for a known account (threat T14).
 */
const dummyHash = () =>
  `$argon2id$v=19$m=${argon2.memoryCost},t=${argon2.timeCost},p=${argon2.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

// Hashes use at most half of the cores, so that a burst of sign-ins leaves cores for other calls. Calls that would wait
// more than a few seconds are refused.
const runsAtOnce = Math.max(1, Math.floor(availableParallelism() / 2))
const waitingMax = 200 * runsAtOnce

let running = 0
let runs = 0
const waiting: (() => void)[] = []

async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= runsAtOnce) {
    assertNotBusy()
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  runs++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Asserts that the queue of hashes is not full, before a call does other work. @throws server.unavailable */
export function assertNotBusy(): void {
  if (running >= runsAtOnce && waiting.length >= waitingMax) fail('server.unavailable')
}

/** Counts the argon2 runs of this process. Tests check with it that all sign-ins cost the same. */
export function countPasswordRuns(): number {
  return runs
}

/**
 * Returns the hash to store for a password digest (64 hex digits, rules §3), with a random salt.
 * @throws server.unavailable if too many hashes wait
 */
export function hashPassword(digest: string): Promise<string> {
  return runQueued(() => hash(digest, argon2))
}

/**
 * Returns whether a digest matches a stored hash. Always takes one argon2 run, even without a hash.
 * @param stored undefined for an unknown account; `noPasswordHash` never matches
 * @throws server.unavailable if too many hashes wait
 */
export function verifyPassword(stored: string | undefined, digest: string): Promise<boolean> {
  const hasPassword = stored?.startsWith('$argon2id$') ?? false
  return runQueued(async () => {
    const known = hasPassword ? stored! : dummyHash()
    return (await verify(known, digest)) && hasPassword
  })
}

/**
 * Returns the hash of a new password, which must not be a common one.
 * @param field the field of the error
 * @throws account.password_too_common at the field, server.unavailable
 */
export async function hashNewPassword(digest: string, field: 'password' | 'newPwd'): Promise<string> {
  await assertNotCommonPassword(digest, field)
  return hashPassword(digest)
}

/** Asserts that a new password is not a common one. @throws account.password_too_common at the field */
export async function assertNotCommonPassword(digest: string, field: 'password' | 'newPwd'): Promise<void> {
  if (await isCommonPassword(digest)) fail('account.password_too_common', {}, { [field]: 'password_common' })
}

let commonDigests: Promise<ReadonlySet<string>> | undefined

/** Returns whether a digest is that of a common password (rules §3: "too simple"). The first call computes the list. */
export async function isCommonPassword(digest: string): Promise<boolean> {
  commonDigests ??= digestCommonPasswords()
  return (await commonDigests).has(digestPrefixOf(digest))
}

// Yields to the event loop after each 500 passwords, so that other calls are served.
async function digestCommonPasswords(): Promise<ReadonlySet<string>> {
  const digests = new Set(readCommonDigests())
  for (const [index, password] of listCommonPasswords().entries()) {
    if (index % 500 === 0) await nextTurn()
    digests.add(digestPrefixOf(passwordDigest(password)))
  }
  return digests
}
