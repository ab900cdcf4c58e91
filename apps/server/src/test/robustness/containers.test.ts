import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { passwordDigest, pathOf } from '@pontic/client'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sizeOfImage } from '../../../../../scripts/image/buildah.ts'
import { findFreePort } from '../../../../../scripts/ports.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { type Composed, haveCompose, startComposed } from '../compose.ts'
import { haveContainers, openRootlessPodman, type Podman, runProgram } from '../containers.ts'
import { isLong, patience } from '../kill-nodes.ts'
import { type Installation, openInstallation } from '../nodes.ts'
import { as, createPeople, type Person, type TestPlace } from '../people.ts'
import { setPassword, signIn } from '../sign-in.ts'
import { announceFile, hashOf, patchUpload } from '../upload.ts'

const root = join(import.meta.dirname, '../../../../..')
const scan = readFileSync(join(root, 'demo/scans/retention-rig-top-attachment.stl'))
// PONTIC_TEST_IMAGE names an image of buildah that is tested instead of a new one.
const image = process.env.PONTIC_TEST_IMAGE ?? 'localhost/pontic:test'
const administrator = 'first.admin@cases.example.com'
const password = 'Molar-and-incisor-7'
const confinement = [
  '--read-only',
  '--tmpfs',
  '/tmp',
  '--cap-drop',
  'all',
  '--security-opt',
  'no-new-privileges',
]

/** Resolves when a portal answers with this status. */
async function untilReadyz(url: string, status = 200): Promise<void> {
  const read = () =>
    fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    )
  await expect.poll(read, patience).toBe(status)
}

/** Sets the password of the first administrator by the link in the log, and signs in. */
async function signInFirst(url: string, readLog: () => string): Promise<void> {
  const link = /\/resetpwd#code=([\w-]{43})/
  await expect.poll(readLog, patience).toMatch(link)
  const body = { code: link.exec(readLog())?.[1], newPwd: passwordDigest(password) }
  expect((await as({ url }, undefined).call('accounts.resetPwdByEmailCode', { body })).status).toBe(200)
  const admin = await signIn({ url } as never, administrator, password)
  expect([admin.status, admin.body.two_factor_needed]).toEqual([200, true])
}

type FileIds = { orderId: string; fileId: string }

/** Signs in a clinic by password, uploads a scan, and waits for its picture, which a process of its own computes. */
async function uploadScan(url: string, place: TestPlace, clinic: Person): Promise<FileIds> {
  await setPassword(place as never, clinic, password)
  const session = await signIn({ url } as never, clinic.email, password)
  expect(session.status).toBe(200)
  const person = { ...clinic, token: session.body.access_token }
  const draft = { body: { type: 0, patientName: 'Kestrel Example' } } as const
  const order = (await as({ url }, person).call('orders.create', draft)).body.data
  const sender = { app: { url }, person }
  const file = await announceFile(sender, order.id, { name: 'lower.stl', sizeBytes: scan.length })
  expect((await patchUpload(sender, file.id, 0, scan)).status).toBe(204)
  const finish = { body: { fileId: file.id, sha256: hashOf(scan) } }
  expect((await as({ url }, person).call('files.finish', finish)).status).toBe(200)
  const read = async () =>
    (await as({ url }, person).call('orders.get', { params: { id: order.id } })).body.data.files
  await expect.poll(read, patience).toMatchObject([{ mesh: { state: 'ready', hasPicture: true } }])
  return { orderId: order.id, fileId: file.id }
}

async function hashDownload(url: string, { token }: Person, { orderId, fileId }: FileIds): Promise<string> {
  const path = pathOf('files.download', { params: { id: orderId, fileId } })
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return hashOf(Buffer.from(await response.arrayBuffer()))
}

/** Asserts that a container's process is not root, cannot become root, and writes only to its volume and to /tmp. */
function checkConfinement(podman: Podman, container: string): void {
  const inside = (command: string) => podman.try('exec', container, 'sh', '-c', command)
  expect(inside('id -u').output).toBe('1000')
  expect(inside('grep -hE "^(CapEff|CapBnd|NoNewPrivs):" /proc/1/status').output.split(/\s+/)).toEqual([
    ...['CapEff:', '0000000000000000', 'CapBnd:', '0000000000000000', 'NoNewPrivs:', '1'],
  ])
  for (const path of ['/pontic/x', '/home/node/x', '/usr/x']) expect(inside(`touch ${path}`).code).not.toBe(0)
  for (const path of ['/tmp/x', '/data/x']) expect(inside(`touch ${path}`).code).toBe(0)
}

const exitCodeOf = (podman: Podman, container: string) =>
  Number(podman.run('inspect', '--format', '{{.State.ExitCode}}', container))

const hasTools = isLong && haveContainers()

if (isLong)
  describe.skipIf(!hasTools)('the image, built without a registry', () => {
    beforeAll(() => {
      const build = [join(root, 'scripts/image/build.ts'), '--debian', '--tag', image]
      if (process.env.PONTIC_TEST_IMAGE === undefined) runProgram(process.execPath, build)
      console.log(`The image has ${(sizeOfImage(image) / 1e6).toFixed(0)} MB.`)
    }, 600_000)

    describe('without root on a read-only file system', () => {
      let installation: Installation
      let podman: Podman | undefined
      afterEach(async () => {
        podman?.close()
        await installation.close()
      })

      /** Starts a node as the container `node`, with the restrictions of compose.yaml and of the chart. */
      async function startNode(url: string, metricsPort: number): Promise<void> {
        const settings = {
          PONTIC_PUBLIC_URL: url,
          PONTIC_PORT: new URL(url).port,
          PONTIC_HOST: '127.0.0.1',
          PONTIC_SMTP_URL: 'smtp://127.0.0.1:1',
          PONTIC_SECRET_KEY: 'a secret of more than thirty-two characters',
          PONTIC_FIRST_ADMINISTRATOR: administrator,
          PONTIC_DATABASE_URL: installation.databaseUrls.appUrl,
          // Loads the optional parts, which have dependencies of their own.
          PONTIC_METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
          PONTIC_TRACES_URL: 'http://127.0.0.1:1/v1/traces',
        }
        const place = ['--network', 'host', '--volume', 'files:/data']
        const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
        podman!.run('run', '--detach', '--name', 'node', ...place, ...confinement, ...environment, image)
        await untilReadyz(url)
      }

      /** Stops the node as `docker stop` does, and removes it. @returns its exit code; 137 if it had to be killed */
      function stopNode(): number {
        const startMs = performance.now()
        podman!.run('stop', '--time', '30', 'node')
        console.log(`The node ended ${((performance.now() - startMs) / 1000).toFixed(1)} s after SIGTERM.`)
        const code = exitCodeOf(podman!, 'node')
        podman!.run('rm', 'node')
        return code
      }

      test('migrates, answers calls, reads scans, is healthy, stops with exit code 0, and keeps files over a restart', async () => {
        installation = await openInstallation('empty')
        podman = openRootlessPodman(image)
        const owner = `PONTIC_DATABASE_OWNER_URL=${installation.databaseUrls.ownerUrl}`
        const migrate = ['run', '--rm', '--network', 'host', ...confinement, '--env', owner, image, 'migrate']
        expect(podman.run(...migrate)).toMatch(/pontic: applied .*0001/)

        const url = `http://127.0.0.1:${await findFreePort()}`
        const metricsPort = await findFreePort()
        await startNode(url, metricsPort)
        await signInFirst(url, () => podman!.run('logs', 'node'))
        const { alice } = await createPeople(installation)
        const ids = await uploadScan(url, installation, alice)
        expect(await hashDownload(url, alice, ids)).toBe(hashOf(scan))
        const pages = await Promise.all(['/', '/docs', '/openapi.json'].map((path) => fetch(url + path)))
        expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
        const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
        expect(await metrics.text()).toContain('pontic_')
        checkConfinement(podman, 'node')
        expect(podman.try('healthcheck', 'run', 'node').code).toBe(0)

        expect(stopNode()).toBe(0)
        await startNode(url, metricsPort)
        expect(await hashDownload(url, alice, ids)).toBe(hashOf(scan))
        expect(stopNode()).toBe(0)
      })
    })

    describe.skipIf(!hasTools || !haveCompose())('by compose.yaml', () => {
      let composed: Composed
      let place: TestPlace | undefined
      afterEach(async () => {
        await place?.services.database.close()
        await composed.close()
      })

      test('two nodes behind nginx answer calls, read scans, make a backup, and keep files over a restart', async () => {
        composed = await startComposed(image)
        const { url, podman, compose } = composed
        await untilReadyz(url)
        const logs = () => podman.run('logs', 'pontic_app_1') + podman.run('logs', 'pontic_app_2')
        await signInFirst(url, logs)
        const database = openDatabase({
          ...{ url: composed.databaseUrl, maxConnections: 2, applicationName: 'pontic test' },
        })
        place = { services: { database }, clock: { now: () => new Date() } }
        const { alice } = await createPeople(place)
        const ids = await uploadScan(url, place, alice)
        for (const node of ['pontic_app_1', 'pontic_app_2']) checkConfinement(podman, node)
        expect(exitCodeOf(podman, 'pontic_migrate_1')).toBe(0)
        backUp(composed)

        compose('stop', 'app')
        expect([exitCodeOf(podman, 'pontic_app_1'), exitCodeOf(podman, 'pontic_app_2')]).toEqual([0, 0])
        await untilReadyz(url, 502)
        compose('start', 'app')
        await untilReadyz(url)
        expect(await hashDownload(url, alice, ids)).toBe(hashOf(scan))
      })
    })
  })

/** Makes a backup of the database and the files into a temporary folder of a node. */
function backUp({ podman }: Composed): void {
  const server = ['pontic_app_1', 'node', 'apps/server/src/main.ts']
  const key = /age1\w+/.exec(podman.run('exec', ...server, 'backup', 'key'))?.[0]
  const settings = {
    PONTIC_BACKUP_TARGET: '/tmp/backup',
    PONTIC_BACKUP_RECIPIENTS: key,
    PONTIC_BACKUP_DATABASE_URL: 'postgresql://postgres:postgres@postgres:5432/pontic',
  }
  const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const output = podman.run('exec', ...environment, ...server, 'backup')
  expect(output).toMatch(/the backup \S+ is complete and readable: [1-9]\d* files/)
  expect(output).not.toContain('no database')
}
