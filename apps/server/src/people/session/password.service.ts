import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hash, verify } from '@node-rs/argon2'
import { passwordDigest } from '@pontic/client'
import { fail } from '../../platform/http/fail.ts'
import { digestPrefixOf, listCommonPasswords, readCommonDigests } from './common-passwords.ts'

/** argon2id with the parameters of OWASP's first choice: 19 MiB, two passes, one lane (18 ms). */
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** A hash that no password has: what an unknown account is checked against, at the cost of a real one (threat T14). */
const nobodysHash = `$argon2id$v=19$m=${argon2.memoryCost},t=${argon2.timeCost},p=${argon2.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

// Half the cores, so that a storm of sign-ins leaves the others to everybody else's calls; who would wait longer
// than a few seconds is sent away at once.
const runsAtOnce = Math.max(1, Math.floor(availableParallelism() / 2))
const waitingMax = 200 * runsAtOnce

let running = 0
let runs = 0
const waiting: (() => void)[] = []

async function runInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= runsAtOnce) {
    refuseWhenBusy()
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

/**
 * Refuses at once what would find the queue full, before it has cost anything else.
 * @throws server.unavailable
 */
export function refuseWhenBusy(): void {
  if (running >= runsAtOnce && waiting.length >= waitingMax) fail('server.unavailable')
}

/** How many times this process has run argon2; tests count with it that every sign-in costs the same. */
export function readPasswordRuns(): number {
  return runs
}

/**
 * The hash to store for a password digest (64 hex digits, rules §3), with a salt of its own.
 * @throws server.unavailable when too many wait already
 */
export function hashPassword(digest: string): Promise<string> {
  return runInTurn(() => hash(digest, argon2))
}

/**
 * Whether a digest belongs to a stored hash. Takes one argon2 run in every case, also without a hash.
 * @param stored undefined for an account that does not exist, or no hash for one without a password: always false
 * @throws server.unavailable when too many wait already
 */
export function verifyPassword(stored: string | undefined, digest: string): Promise<boolean> {
  const hasPassword = stored?.startsWith('$argon2id$') ?? false
  return runInTurn(async () => {
    const known = hasPassword ? stored! : nobodysHash
    return (await verify(known, digest)) && hasPassword
  })
}

/**
 * The hash of a password that somebody has chosen, which may not be one of the common ones.
 * @param field where a refusal is told
 * @throws account.password_too_common at the field, server.unavailable
 */
export async function hashNewPassword(digest: string, field: 'password' | 'newPwd'): Promise<string> {
  await refuseCommonPassword(digest, field)
  return hashPassword(digest)
}

/** Judges a chosen password alone. @throws account.password_too_common at the field */
export async function refuseCommonPassword(digest: string, field: 'password' | 'newPwd'): Promise<void> {
  if (await isCommonPassword(digest)) fail('account.password_too_common', {}, { [field]: 'password_common' })
}

let commonDigests: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a digest is that of a common password (rules §3: "too simple"). The first caller waits for the digests
 * of the whole list.
 */
export async function isCommonPassword(digest: string): Promise<boolean> {
  commonDigests ??= digestCommonPasswords()
  return (await commonDigests).has(digestPrefixOf(digest))
}

// In slices: other calls are answered between them.
async function digestCommonPasswords(): Promise<ReadonlySet<string>> {
  const digests = new Set(readCommonDigests())
  for (const [index, password] of listCommonPasswords().entries()) {
    if (index % 500 === 0) await nextTurn()
    digests.add(digestPrefixOf(passwordDigest(password)))
  }
  return digests
}
