/**
 * Helper of the command `restore`: prepares the folder of a cluster of the built-in PostgreSQL, which the command fills, and recovers it.
 * Reads questions and writes answers as lines of JSON. Writes `postgres.json` only in the end, so that nothing can serve a database
 * that is not restored completely. Argument: the data folder.
 */
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { embeddedUrlsOf } from '../apps/server/src/platform/backup/embedded.ts'
import { findFreePort, isFree } from './ports.ts'
import { writeMemory } from './postgres.ts'
import {
  findPostmaster,
  type Memory,
  nameNewCluster,
  passwordStatements,
  runSingleUser,
  startOnce,
  stopCluster,
  writeOrigin,
} from './postgres-cluster.ts'
import { createPrivateFolder, findPlace } from './postgres-place.ts'

type Question = { do: 'recover'; cluster: Memory; to: string | null } | { do: 'keep' }

const startSeconds = 600
const pollEveryMs = 100
const dataFolder = resolve(process.argv[2] ?? '')
const place = findPlace(dataFolder)
const cluster = nameNewCluster(dataFolder, place)
let memory: Memory | undefined
let isKept = false

const answer = (value: unknown) => console.log(JSON.stringify(value))

function prepare(): void {
  for (const name of ['postgres.json', 'postgres'])
    if (existsSync(join(dataFolder, name)))
      throw new Error(
        `${join(dataFolder, name)} exists. Restore into an empty data folder: move the old one away, or set PONTIC_DATA.`,
      )
  mkdirSync(dataFolder, { recursive: true })
  createPrivateFolder(cluster, place.runner)
  answer({ cluster, runner: place.runner ?? null, version: Number.parseInt(place.version, 10) })
}

/** Recovers to a time, or to the end of the write-ahead log. */
async function recover(known: Memory, to: string | null): Promise<void> {
  const port = (await isFree(known.port)) ? known.port : await findFreePort()
  memory = { ...known, cluster, port }
  writeOrigin(cluster, dataFolder)
  const log = join(cluster, 'server.log')
  const attempt = async (target: Record<string, string>) => {
    const signal = join(cluster, 'recovery.signal')
    writeFileSync(signal, '')
    if (place.runner) chownSync(signal, place.runner.uid, place.runner.gid)
    const settings = {
      restore_command: 'false',
      hot_standby: 'off',
      recovery_target_timeline: 'current',
      ...target,
    }
    const reason = startOnce(memory!, place, { settings, port, timeoutSeconds: startSeconds })
    return reason === '' ? await untilRecovered() : reason
  }
  const target = to === null ? {} : { recovery_target_time: to, recovery_target_action: 'promote' }
  let reason = await attempt(target)
  // Nothing was committed after the wanted time, so the end of the log is the state of that time.
  if (reason !== '' && readLog(log).includes('recovery ended before configured recovery target was reached'))
    reason = await attempt({})
  if (reason !== '') throw new Error(`PostgreSQL could not recover: ${reason}\n${lastLines(log)}`)
  const [, restoredTo = null] = /last completed transaction was at log time (.+)/.exec(readLog(log)) ?? []
  // Without these settings, as every later start.
  stopCluster(memory, place)
  // The passwords may have been changed after the backup, which knows the old ones.
  runSingleUser(cluster, place, passwordStatements(memory.passwords))
  reason = startOnce(memory, place, { settings: {}, port, timeoutSeconds: 60 })
  if (reason !== '')
    throw new Error(`PostgreSQL did not start after the recovery: ${reason}\n${lastLines(log)}`)
  const { appUrl, ownerUrl, superUrl } = embeddedUrlsOf(memory, port)
  answer({ appUrl, ownerUrl, superUrl, restoredTo })
}

/** Waits for the end of the recovery, because pg_ctl returns at its beginning. @returns an empty text, or that PostgreSQL has ended */
async function untilRecovered(): Promise<string> {
  while (!findPostmaster(cluster)) {
    if (!existsSync(join(cluster, 'postmaster.pid'))) return 'PostgreSQL has ended.'
    await wait(pollEveryMs)
  }
  return ''
}

const lastLines = (log: string) => readLog(log).split('\n').slice(-12).join('\n')
const readLog = (log: string) => (existsSync(log) ? readFileSync(log, 'utf8').trim() : '')

function keep(): void {
  if (memory === undefined) throw new Error('Nothing was recovered.')
  stopCluster(memory, place)
  writeMemory(dataFolder, memory)
  isKept = true
  answer({})
}

function removeUnlessKept(): void {
  if (memory !== undefined) stopCluster(memory, place)
  if (!isKept) rmSync(cluster, { recursive: true, force: true })
}

try {
  prepare()
  try {
    for await (const line of createInterface({ input: process.stdin })) {
      const question = JSON.parse(line) as Question
      if (question.do === 'recover') await recover(question.cluster, question.to)
      else keep()
    }
  } finally {
    removeUnlessKept()
  }
} catch (error) {
  answer({ error: (error as Error).message })
  process.exitCode = 1
}
