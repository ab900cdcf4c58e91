import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { findFreePort } from '../../../../scripts/ports.ts'
import type { S3Settings } from '../platform/storage/s3-client.ts'
import { havePeer, type PeerProcess, runTool, startPeer, untilListening } from './peers.ts'

const commands = ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'setpriv']
const packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr', 'ceph-common', 'ceph-base', 'util-linux']

/** Whether Ceph's S3 server is installed. As root on Debian it is installed first. */
export const hasS3Server = havePeer(commands, packages)

/** Ceph's S3 server on a free port. Its cluster has one disk in memory. */
export type S3Server = {
  /** `http://127.0.0.1:<port>` */
  address: string
  accessKeyId: string
  secretAccessKey: string
  /** Keys of another user, who has no access to the buckets. */
  stranger: { credentials: { accessKeyId: string; secretAccessKey: string } }
  /** Creates an empty bucket. @returns its name */
  createBucket: () => Promise<string>
  close: () => Promise<void>
}

/** Starts the server, which takes about twenty seconds. Close it in `afterAll`. @param memoryBytes how much it can store */
export async function openS3Server(memoryBytes = 1024 ** 3): Promise<S3Server> {
  const home = mkdtempSync(join(tmpdir(), 'pontic-s3-'))
  for (const name of ['mon', 'osd', 'rgw', 'run', 'log']) mkdirSync(join(home, name))
  const [port, monitorPort] = [await findFreePort(), await findFreePort()]
  const conf = join(home, 'ceph.conf')
  writeFileSync(conf, configOf(home, port, monitorPort, memoryBytes))
  const peers = await startCluster(home, monitorPort)
  const gateway = startPeer('radosgw', ['-c', conf, '-n', 'client.rgw.a', '-f'])
  peers.push(gateway)
  await untilListening(port, gateway)
  const createUser = (name: string) => {
    const keys = {
      accessKeyId: randomBytes(8).toString('hex'),
      secretAccessKey: randomBytes(16).toString('hex'),
    }
    const user = ['user', 'create', `--uid=${name}`, `--display-name=${name}`]
    const secrets = [`--access-key=${keys.accessKeyId}`, `--secret=${keys.secretAccessKey}`]
    runTool('radosgw-admin', ['-c', conf, ...user, ...secrets])
    return keys
  }
  const keys = createUser('pontic')
  const address = `http://127.0.0.1:${port}`
  return {
    address,
    ...keys,
    stranger: { credentials: createUser('stranger') },
    createBucket: () => createBucket(address, keys),
    close: async () => {
      for (const peer of peers.toReversed()) await peer.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Returns the settings of a bucket for the file storage. */
export const s3SettingsFor = (
  { address, accessKeyId, secretAccessKey }: Pick<S3Server, 'address' | 'accessKeyId' | 'secretAccessKey'>,
  bucket: string,
  changes: Partial<S3Settings> = {},
): S3Settings => ({
  endpoint: address,
  publicEndpoint: undefined,
  region: 'default',
  bucket,
  prefix: '',
  credentials: { accessKeyId, secretAccessKey },
  isPathStyle: true,
  encryption: undefined,
  kmsKey: undefined,
  redirects: false,
  timeoutMs: 30_000,
  ...changes,
})

/** Returns the settings of a node that stores its files in a bucket. */
export const s3Environment = (
  { address, accessKeyId, secretAccessKey }: Pick<S3Server, 'address' | 'accessKeyId' | 'secretAccessKey'>,
  bucket: string,
): Record<string, string> => ({
  PONTIC_STORAGE: 's3',
  PONTIC_S3_ENDPOINT: address,
  PONTIC_S3_REGION: 'default',
  PONTIC_S3_BUCKET: bucket,
  PONTIC_S3_ACCESS_KEY: accessKeyId,
  PONTIC_S3_SECRET_KEY: secretAccessKey,
})

/** Creates an empty bucket. @returns its name */
export async function createBucket(
  endpoint: string,
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
): Promise<string> {
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ endpoint, region: 'default', credentials, forcePathStyle: true })
  const Bucket = `b-${randomBytes(6).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket }))
  client.destroy()
  return Bucket
}

/** Starts one monitor and one disk, the minimum for the gateway. */
async function startCluster(home: string, monitorPort: number): Promise<PeerProcess[]> {
  const conf = join(home, 'ceph.conf')
  const map = join(home, 'monmap')
  const ceph = (...args: string[]) => runTool('ceph', ['-c', conf, '--connect-timeout', '30', ...args])
  const fsid = runTool('ceph-conf', ['-c', conf, '--lookup', 'fsid']).trim()
  runTool('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `v1:127.0.0.1:${monitorPort}`, map])
  runTool('ceph-mon', ['-c', conf, '-i', 'a', '--mkfs', '--monmap', map])
  const monitor = startPeer('ceph-mon', ['-c', conf, '-i', 'a', '-f'])
  await untilListening(monitorPort, monitor)
  await until(monitor, () => ceph('-s') !== '')
  const disk = randomUUID()
  ceph('osd', 'new', disk)
  runTool('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', disk])
  const osd = await startDisk(conf, () => ceph('osd', 'stat').includes('1 up'))
  ceph('osd', 'crush', 'set', 'osd.0', '1.0', 'root=default', 'host=localhost')
  return [monitor, osd]
}

// The monitor rejects a disk that connects before the cluster has the disk's id. The process of the disk then ends and is
// started again, at most five times in total.
async function startDisk(conf: string, isUp: () => boolean): Promise<PeerProcess> {
  for (let tries = 1; ; tries++) {
    const osd = startPeer('ceph-osd', ['-c', conf, '-i', '0', '-f'])
    try {
      await until(osd, isUp)
      return osd
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

/** Polls a condition and ignores its errors. */
async function until(peer: PeerProcess, isSo: () => boolean): Promise<void> {
  const ask = () => {
    try {
      return isSo()
    } catch {
      return false
    }
  }
  while (!ask()) {
    if (!peer.isRunning()) throw new Error(`The S3 server ended: ${peer.output()}`)
    await wait(200)
  }
}

const configOf = (home: string, port: number, monitorPort: number, memoryBytes: number): string => `[global]
fsid = ${randomUUID()}
mon host = v1:127.0.0.1:${monitorPort}
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
ms bind msgr2 = false
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 500
mon data avail crit = 1
run dir = ${home}/run
log file = ${home}/log/$name.log
admin socket = ${home}/run/$name.asok
pid file = ${home}/run/$name.pid
[mon.a]
mon data = ${home}/mon
mon addr = 127.0.0.1:${monitorPort}
[osd.0]
osd data = ${home}/osd
osd objectstore = memstore
memstore device bytes = ${memoryBytes}
[client.rgw.a]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${home}/rgw
rgw thread pool size = 16
`
