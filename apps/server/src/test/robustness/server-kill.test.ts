import { expect, test } from 'vitest'
import { countWaitingMails, findFaults, findLost } from '../consistency.ts'
import { isLong, killsOf, killTimeoutMs, openForKills, patience } from '../kill-nodes.ts'
import { stageKills } from '../kill-stage.ts'
import { startLoad } from '../load.ts'
import { openInstallation } from '../nodes.ts'
import { openMailServer } from '../smtp.ts'

const { expectWholeUpload, expectNoStepLost } = stageKills('the server', openInstallation, async (node) => {
  await node.kill()
  await node.start()
})

test(
  'an upload survives repeated kills of its server, and the stored file has the digest of the original',
  async () => {
    const { upload, breaks } = await expectWholeUpload()
    for (const { savedBytes } of breaks) expect(savedBytes).toBeLessThan(upload.sizeBytes)
  },
  killTimeoutMs,
)

test(
  'no acknowledged step of a case is lost when the server is killed at any moment',
  // The full run takes more than ten thousand steps.
  () => expectNoStepLost(isLong ? 110 : 20),
  killTimeoutMs,
)

if (isLong)
  test(
    'no acknowledged step and no mail is lost when the worker beside the server is killed',
    async () => {
      const mailServer = await openMailServer()
      const { installation, people } = await openForKills()
      try {
        const settings = { PONTIC_SMTP_URL: mailServer.url }
        const server = await installation.addNode({ ...settings, PONTIC_ROLE: 'web' })
        const worker = await installation.addNode({ ...settings, PONTIC_ROLE: 'worker' })
        await Promise.all([server.start(), worker.start()])
        const load = startLoad(server.url, people, 6)
        const kills = killsOf(0, 100)
        for (let turn = 0; turn < kills; turn++) {
          await load.untilMore(100)
          await worker.kill()
          await worker.start()
        }
        await load.finish()
        const { database } = installation.services
        expect(await findLost(database, load.acknowledged)).toEqual([])
        expect(await findFaults(database)).toEqual([])
        // The jobs that a killed worker was running are unlocked after two minutes.
        await expect.poll(() => countWaitingMails(database), { ...patience, timeout: killTimeoutMs }).toBe(0)
        const counts = Map.groupBy(mailServer.received(), (id) => id)
        const repeated = [...counts.values()].filter(({ length }) => length > 1)
        // A mail is sent once more if its worker was killed before recording that it was sent.
        expect(repeated.length).toBeLessThanOrEqual(kills * 4)
        const { length } = load.acknowledged
        console.log(
          `kill -9 of the worker, ${kills} times: ${length} acknowledged steps, 0 lost; ${counts.size} mails, ${repeated.length} sent twice`,
        )
      } finally {
        await installation.close()
        await mailServer.close()
      }
    },
    killTimeoutMs,
  )
