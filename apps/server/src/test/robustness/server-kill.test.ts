import { expect, test } from 'vitest'
import { isLong, killTimeoutMs } from '../kill-nodes.ts'
import { stageKills } from '../kill-stage.ts'
import { openInstallation } from '../nodes.ts'

const { expectWholeUpload, expectNoStepLost } = stageKills('the server', openInstallation, async (node) => {
  await node.kill()
  await node.start()
})

test(
  'alice’s upload outlives its server, killed again and again, and ends with an equal digest',
  async () => {
    const { upload, breaks } = await expectWholeUpload()
    for (const { savedBytes } of breaks) expect(savedBytes).toBeLessThan(upload.sizeBytes)
  },
  killTimeoutMs,
)

test(
  'no step of a case that was acknowledged is lost when the server is killed between two words',
  // Ten thousand in the long run, counted anew at its end.
  () => expectNoStepLost(isLong ? 1_000 : 20),
  killTimeoutMs,
)
