import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { type CutProxy, openCutProxy } from '../cut-proxy.ts'
import {
  dropPackets,
  exhaustConnections,
  haveFakeTime,
  haveIptables,
  openClock,
  openNames,
} from '../fault-means.ts'
import { endure, openStage, portOf, type Stage, settingsOf } from '../fault-stage.ts'
import { createPartners, isLong, killTimeoutMs, patience, setUpTimeoutMs } from '../kill-nodes.ts'
import { createFolder, type Node, type OwnCluster, openInstallation, openOwnCluster } from '../nodes.ts'
import { openMailServer } from '../smtp.ts'

const dayOfAttempts = 13
/** Node and database see each other through a proxy, the mail server is behind another. */
type Proxied = Stage & { node: Node; database: CutProxy; mail: CutProxy }

const withPort = (url: string, port: number) => {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}

/** Stops a node for a time, as a virtual machine that is being moved. The calls of that time wait. */
function pauseFor(node: Node, pauseMs: number): void {
  const pid = node.pid()!
  process.kill(pid, 'SIGSTOP')
  setTimeout(() => process.kill(pid, 'SIGCONT'), pauseMs)
}

describe('Faults of the network and of a node', () => {
  let stage: Proxied
  let close: () => Promise<void>
  beforeAll(async () => {
    const [installation, mailServer] = [await openInstallation(), await openMailServer()]
    const { appUrl } = installation.databaseUrls
    const [database, mail] = [await openCutProxy(portOf(appUrl)), await openCutProxy(portOf(mailServer.url))]
    const node = await installation.addNode(
      settingsOf(withPort(appUrl, database.port), `smtp://127.0.0.1:${mail.port}`),
    )
    close = async () => {
      await installation.close()
      await Promise.all([database.close(), mail.close(), mailServer.close()])
    }
    const people = await createPartners(installation)
    await node.start()
    stage = { installation, node, people, mailServer, database, mail }
  }, setUpTimeoutMs)
  afterAll(() => close?.())

  test(
    'a partition between node and database: calls end with 503, and nothing is lost or stays stuck',
    () =>
      endure(stage, {
        name: 'partition between node and database',
        begin: stage.database.freeze,
        end: stage.database.mend,
        calls: 3,
        lastsMs: isLong ? 30_000 : 0,
        statuses: [503],
        uploadStatuses: [409, 503],
        mayRepeatMail: true,
      }),
    killTimeoutMs,
  )

  test(
    'a node that is paused goes on where it was, and does no job twice',
    () =>
      endure(stage, {
        name: 'node paused (SIGSTOP)',
        begin: () => pauseFor(stage.node, isLong ? 60_000 : 2_000),
        end: () => {},
        calls: 3,
        // PostgreSQL ends transactions that wait for a minute.
        statuses: isLong ? [503] : [],
        uploadStatuses: isLong ? [409, 503] : [],
      }),
    killTimeoutMs,
  )

  test(
    'mails that failed for a day are sent as soon as the mail server is back, and other jobs run meanwhile',
    async () => {
      const { installation, mail, mailServer } = stage
      const { database } = installation.services
      let attempts = dayOfAttempts
      // The quick run does not wait until a silent server counts as failing.
      if (isLong) mail.freeze()
      else mail.cut()
      const ids = Array.from({ length: 6 }, () => `<${newId()}@pontic.test>`)
      await database.transaction(async (tx) => {
        for (const messageId of ids)
          await enqueueJob(tx, 'mail.send', {
            ...{ messageId, to: 'bob@pontic.example', subject: 'Case', text: 'Case', html: '<p>Case</p>' },
            links: [],
          })
        await enqueueJob(tx, 'cleanup.run', {}, { key: 'beside-mails' })
      })
      const count = async (where: ReturnType<typeof sql>) =>
        (
          await sql<{ count: number }>`select count(*) as count from graphile_worker._private_jobs j
            join graphile_worker._private_tasks t on t.id = j.task_id where ${where}`.execute(database.db)
        ).rows[0]?.count
      await expect.poll(() => count(sql`key = 'beside-mails'`), patience).toBe(0)
      const ofMails = sql`payload->>'messageId' = any(${ids}) and last_error is not null`
      const failedTimes = (attempts: number) =>
        count(sql`${ofMails} and attempts >= ${attempts} and locked_at is null and run_at > now()`)
      await expect.poll(() => failedTimes(1), { ...patience, timeout: 120_000 }).toBe(ids.length)
      if (isLong) attempts = await passDay(failedTimes)
      // The state that the queue has after a day: the next attempt is six hours away.
      else
        await sql`update graphile_worker._private_jobs set attempts = ${dayOfAttempts}, run_at = now() + interval '6 hours'
        where last_error is not null`.execute(database.db)
      mail.mend()
      const mendedMs = performance.now()
      const received = () => ids.map((id) => mailServer.received().filter((one) => one === id).length)
      await expect.poll(received, patience).toEqual(ids.map(() => 1))
      const backSeconds = ((performance.now() - mendedMs) / 1000).toFixed(1)
      if (isLong)
        console.log(
          `mail server silent for a day: ${ids.length} mails, ${attempts} attempts of each, all sent ${backSeconds} s after its end`,
        )

      /** Makes the attempts of a day one after the other without the pauses between them. @returns how many they are */
      async function passDay(
        failedTimes: (attempts: number) => Promise<number | undefined>,
      ): Promise<number> {
        const dayMs = 24 * 3_600_000
        let turn = 1
        for (let passedMs = 0; passedMs < dayMs; turn++) {
          await expect.poll(() => failedTimes(turn), { ...patience, timeout: 120_000 }).toBe(ids.length)
          const { rows } = await sql<{ waitMs: number }>`
            select extract(epoch from max(run_at) - now())::float8 * 1000 as "waitMs"
            from graphile_worker._private_jobs where payload->>'messageId' = any(${ids})`.execute(database.db)
          passedMs += rows[0]!.waitMs
          if (passedMs >= dayMs) return turn
          await sql`update graphile_worker._private_jobs set run_at = now() where payload->>'messageId' = any(${ids})
            and locked_at is null`.execute(database.db)
          await sql`notify "jobs:insert"`.execute(database.db)
        }
        return turn
      }
    },
    killTimeoutMs,
  )

  if (isLong)
    test(
      'a mail server that accepts connections and says nothing',
      () =>
        endure(stage, {
          name: 'mail server silent for 30 s',
          begin: stage.mail.freeze,
          end: stage.mail.mend,
          ...{ calls: 5, lastsMs: 30_000, statuses: [], uploadStatuses: [] },
        }),
      killTimeoutMs,
    )
})

// These need root on Linux: they drop packets, and change the names and the clock of a process.
if (isLong) {
  describe('Faults of PostgreSQL and its network', () => {
    let installation: OwnCluster
    let stage: Awaited<ReturnType<typeof openStage>>
    beforeAll(async () => {
      if (!haveIptables()) throw new Error('This test needs iptables.')
      installation = await openOwnCluster({ max_connections: '60' })
      stage = await openStage(installation)
    }, setUpTimeoutMs)
    afterAll(() => stage?.close())

    const partition = async (seconds: number) => {
      let mend = () => {}
      await endure(stage, {
        name: `packets to the database dropped for ${seconds} s`,
        begin: () => {
          mend = dropPackets(installation.port)
        },
        end: () => mend(),
        calls: 3,
        lastsMs: seconds * 1000,
        statuses: [503],
        uploadStatuses: [409, 503],
        mayRepeatMail: true,
      })
    }
    test('a partition of a few seconds', () => partition(5), killTimeoutMs)
    test('a partition of a minute', () => partition(60), killTimeoutMs)

    test(
      'PostgreSQL is killed and started again',
      () =>
        endure(stage, {
          name: 'PostgreSQL killed and restarted',
          begin: installation.killPostgres,
          end: installation.startPostgres,
          calls: 5,
          lastsMs: 5_000,
          statuses: [503],
          uploadStatuses: [409, 503],
          mayRepeatMail: true,
        }),
      killTimeoutMs,
    )

    test(
      'all connections of PostgreSQL are taken',
      async () => {
        let release = async () => {}
        await endure(stage, {
          name: 'connections exhausted',
          begin: async () => {
            const { pool } = installation.services.database
            release = await exhaustConnections(installation.databaseUrls.appUrl, async () => {
              const { rowCount } = await pool.query(
                `select pg_terminate_backend(pid) from pg_stat_activity
                 where usename = 'pontic_app' and application_name <> all (array['greedy', 'pontic test'])`,
              )
              return rowCount ?? 0
            })
          },
          end: () => release(),
          calls: 5,
          lastsMs: 5_000,
          statuses: [503],
          uploadStatuses: [409, 503],
          mayRepeatMail: true,
        })
      },
      killTimeoutMs,
    )
  })

  describe('Faults of names and clocks', () => {
    test(
      'no name can be resolved',
      async () => {
        const names = await openNames(createFolder(), ['database.pontic.test'])
        const [installation, mailServer] = [await openInstallation(), await openMailServer()]
        try {
          const people = await createPartners(installation)
          const url = new URL(installation.databaseUrls.appUrl)
          url.hostname = 'database.pontic.test'
          const node = await installation.addNode(settingsOf(url.href, mailServer.url), names.wrapper)
          await node.start()
          await endure(
            { installation, node, people, mailServer },
            {
              name: 'DNS away',
              begin: async () => {
                names.forget()
                // Without this the node would not need to resolve a name.
                await installation.services.database.pool.query(
                  `select pg_terminate_backend(pid) from pg_stat_activity
                   where datname = current_database() and application_name <> 'pontic test'`,
                )
              },
              end: names.know,
              calls: 5,
              lastsMs: 20_000,
              statuses: [503],
              uploadStatuses: [409, 503],
              mayRepeatMail: true,
            },
          )
        } finally {
          await installation.close()
          await mailServer.close()
          names.close()
        }
      },
      killTimeoutMs,
    )

    test(
      'the clock of a node jumps',
      async () => {
        if (!haveFakeTime()) throw new Error('This test needs faketime.')
        const clock = openClock(join(createFolder(), 'time'))
        const [installation, mailServer] = [await openInstallation(), await openMailServer()]
        try {
          const people = await createPartners(installation)
          const node = await installation.addNode({ ...clock.settings, PONTIC_SMTP_URL: mailServer.url })
          await node.start()
          for (const [name, seconds] of [
            ['clock 10 minutes ahead', 600],
            ['clock 10 minutes behind', -600],
            ['clock 30 days ahead', 30 * 86_400],
            ['clock 30 days behind', -30 * 86_400],
          ] as const)
            await endure(
              { installation, node, people, mailServer },
              {
                name,
                begin: () => clock.move(seconds),
                end: () => clock.move(0),
                calls: 5,
                lastsMs: 5_000,
                // Tokens and uploads have expired for a clock that is 30 days ahead, until it is right again.
                statuses: seconds > 3_600 ? [401] : [],
                uploadStatuses: seconds > 3_600 ? [401, 410] : [],
              },
            )
        } finally {
          await installation.close()
          await mailServer.close()
        }
      },
      killTimeoutMs,
    )
  })
}
