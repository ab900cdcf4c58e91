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
  'an upload survives repeated kills of PostgreSQL, and the stored file has the digest of the original',
  async () => {
    await expectWholeUpload()
  },
  killTimeoutMs,
)

test(
  'no acknowledged step of a case is lost when PostgreSQL is killed',
  () => expectNoStepLost(isLong ? 110 : 20),
  killTimeoutMs,
)
