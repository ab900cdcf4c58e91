import { expect, test } from 'vitest'
import { isLong, killTimeoutMs } from '../kill-nodes.ts'
import { stageKills } from '../kill-stage.ts'
import { openOwnCluster } from '../nodes.ts'

const { expectWholeUpload, expectNoStepLost } = stageKills(
  'PostgreSQL',
  openOwnCluster,
  // The node reports that it is not ready, and later that it is ready again, without a restart.
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
  'alice’s upload survives repeated kills of PostgreSQL and ends with an equal digest',
  async () => {
    await expectWholeUpload()
  },
  killTimeoutMs,
)

test(
  'no acknowledged step of a case is lost when PostgreSQL is killed among many',
  () => expectNoStepLost(isLong ? 60 : 20),
  killTimeoutMs,
)
