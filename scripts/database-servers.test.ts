import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../apps/server/src/test/database.ts'
import { listSilentServers } from './service/database-servers.ts'

test('`pontic status` names each standby and replica that cannot be used', async () => {
  const { appUrl, drop } = await createTestDatabase()
  onTestFinished(drop)
  const { host } = new URL(appUrl)
  const withStandby = appUrl.replace(host, `${host},127.0.0.1:1`)
  const refused = '127.0.0.1:1 of PONTIC_DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1'

  expect(await listSilentServers({ PONTIC_DATABASE_URL: withStandby })).toEqual([refused])
  expect(
    await listSilentServers({ PONTIC_DATABASE_URL: appUrl, PONTIC_DATABASE_REPLICA_URL: appUrl }),
  ).toEqual([])
  const wrongPassword = Object.assign(new URL(appUrl), { password: 'wrong' }).href
  expect(await listSilentServers({ PONTIC_DATABASE_REPLICA_URL: wrongPassword })).toEqual([
    expect.stringMatching(
      `^${host} of PONTIC_DATABASE_REPLICA_URL cannot be used: password authentication failed`,
    ),
  ])
})
