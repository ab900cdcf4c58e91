import { expect, test } from 'vitest'
import { isLong, killTimeoutMs } from '../kill-nodes.ts'
import { stageKills } from '../kill-stage.ts'
import { openOwnCluster } from '../nodes.ts'

const { expectWholeUpload, expectNoStepLost } = stageKills(
  'PostgreSQL',
  openOwnCluster,
  // The node tells that it is not ready, and by itself that it is again; nobody starts it anew.
  async (node, installation) => {
    const pid = node.pid()
    installation.killPostgres()
    await node.untilReadyz(503)
    await installation.startPostgres()
    await node.untilReadyz(200)
    expect(node.pid()).toBe(pid)
  },
)

test(
  'alice’s upload outlives PostgreSQL, killed again and again, and ends with an equal digest',
  async () => {
    await expectWholeUpload()
  },
  killTimeoutMs,
)

test(
  'no step of a case that was acknowledged is lost when PostgreSQL is killed in the middle of many',
  () => expectNoStepLost(isLong ? 60 : 20),
  killTimeoutMs,
)
