/**
 * Writes `apps/server/src/people/session/common-digests.txt`: the first ten hex digits of the digests of the most common
 * passwords, sorted, one per line. Passwords that `listCommonPasswords` derives are left out.
 *
 * node scripts/print-common-digests.ts FILE
 *
 * FILE has one password per line, the most common first. The list in the repository comes from the first 5,000 passwords of
 * `frequency_lists.js` in the npm package zxcvbn 4.4.2 (MIT).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { passwordDigest } from '@pontic/client'
import { digestPrefixOf, listCommonPasswords } from '../apps/server/src/people/session/common-passwords.ts'

const passwordsMax = 5_000

const [file] = process.argv.slice(2)
if (file === undefined)
  throw new Error('Pass the path of a file with the most common passwords, one per line.')
const derived = new Set(listCommonPasswords())
const passwords = readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean).slice(0, passwordsMax)
const prefixes = passwords
  .filter((one) => !derived.has(one))
  .map((one) => digestPrefixOf(passwordDigest(one)))
const target = new URL('../apps/server/src/people/session/common-digests.txt', import.meta.url)
writeFileSync(target, `${[...new Set(prefixes)].sort().join('\n')}\n`)
