import { expect, test } from 'vitest'
import { isLong, killTimeoutMs } from '../kill-nodes.ts'
import { stageKills } from '../kill-stage.ts'
import { openInstallation } from '../nodes.ts'

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
  // The full run takes ten thousand steps.
  () => expectNoStepLost(isLong ? 1_000 : 20),
  killTimeoutMs,
)
