import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { passwordDigest, pathOf } from '@pontic/client'
import { afterEach, expect, test } from 'vitest'
import { sizeOfImage } from '../../../../../scripts/image/buildah.ts'
import { findFreePort } from '../../../../../scripts/ports.ts'
import { haveContainers, openPodman, type Podman, runProgram } from '../containers.ts'
import { signInClient } from '../interrupted-uploads.ts'
import { createPartners, isLong, patience } from '../kill-nodes.ts'
import { type Installation, openInstallation } from '../nodes.ts'
import { as, type Person } from '../people.ts'
import { signIn } from '../sign-in.ts'
import { announceFile, hashOf, patchUpload } from '../upload.ts'

const root = join(import.meta.dirname, '../../../../..')
const scan = readFileSync(join(root, 'demo/scans/retention-rig-top-attachment.stl'))
// PONTIC_TEST_IMAGE names an image of buildah that is tested instead of a new one.
const image = process.env.PONTIC_TEST_IMAGE ?? 'localhost/pontic:test'
const administrator = 'first.admin@cases.example.com'
const password = 'Molar-and-incisor-7'

let installation: Installation
let podman: Podman | undefined
afterEach(async () => {
  podman?.close()
  podman = undefined
  await installation?.close()
})

/** Builds the image on a base of Debian, without a registry of images. */
function buildImage(): void {
  const script = join(root, 'scripts/image/build.ts')
  runProgram(process.execPath, [script, '--debian', '--tag', image])
}

/** Starts a node with the restrictions of compose.yaml and of the Helm chart. The container has the name `node`. */
async function startNode(box: Podman, url: string, metricsPort: number): Promise<void> {
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
  const flags = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']
  box.run(
    ...['run', '--detach', '--name', 'node', '--network', 'host', '--volume', 'files:/data', ...flags, ...box.limits],
    ...Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    image,
  )
  const isReady = () => fetch(`${url}/readyz`).then(({ status }) => status, () => box.run('logs', 'node'))
  await expect.poll(isReady, patience).toBe(200)
}

/** Stops the node as `docker stop` does, and removes the container. @returns its exit code; 137 if it had to be killed */
function stopNode(box: Podman): number {
  const startMs = performance.now()
  box.run('stop', '--time', '30', 'node')
  const code = Number(box.run('inspect', '--format', '{{.State.ExitCode}}', 'node'))
  console.log(`The container ended ${((performance.now() - startMs) / 1000).toFixed(1)} s after SIGTERM.`)
  box.run('rm', 'node')
  return code
}

async function uploadScan(url: string, person: Person): Promise<{ orderId: string; fileId: string }> {
  const clinic = { app: { url }, person }
  const draft = { body: { type: 0, patientName: 'Kestrel Example' } } as const
  const order = (await as({ url }, person).call('orders.create', draft)).body.data
  const file = await announceFile(clinic, order.id, { name: 'lower.stl', sizeBytes: scan.length })
  expect((await patchUpload(clinic, file.id, 0, scan)).status).toBe(204)
  const finish = { body: { fileId: file.id, sha256: hashOf(scan) } }
  expect((await as({ url }, person).call('files.finish', finish)).status).toBe(200)
  // The picture is computed by a process of its own and by a native module.
  const read = async () =>
    (await as({ url }, person).call('orders.get', { params: { id: order.id } })).body.data.files
  await expect.poll(read, patience).toMatchObject([{ mesh: { state: 'ready', hasPicture: true } }])
  return { orderId: order.id, fileId: file.id }
}

async function hashDownload(url: string, person: Person, ids: { orderId: string; fileId: string }) {
  const client = await signInClient(installation, url, person)
  const path = pathOf('files.download', { params: { id: ids.orderId, fileId: ids.fileId } })
  const response = await client.request(path, { method: 'GET' })
  client.dispose()
  return hashOf(Buffer.from(await response.arrayBuffer()))
}

/** Sets the password of the first administrator by the printed link. */
async function setFirstPassword(box: Podman, url: string): Promise<void> {
  const link = /\/resetpwd#code=([\w-]{43})/
  await expect.poll(() => box.run('logs', 'node'), patience).toMatch(link)
  const code = link.exec(box.run('logs', 'node'))?.[1]
  const body = { code, newPwd: passwordDigest(password) }
  expect((await as({ url }, undefined).call('accounts.resetPwdByEmailCode', { body })).status).toBe(200)
  const admin = await signIn({ url } as never, administrator, password)
  expect([admin.status, admin.body.two_factor_needed]).toEqual([200, true])
}

/** Asserts that the process is not root, cannot become root, and writes only to its volume and to /tmp. */
function checkConfinement(box: Podman): void {
  const inside = (command: string) => box.try('exec', 'node', 'sh', '-c', command)
  expect(inside('id -u').output).toBe('1000')
  expect(inside('grep -E "CapEff|NoNewPrivs" /proc/1/status | tr -s "\\t\\n" " "').output.trim()).toBe(
    'NoNewPrivs: 1 CapEff: 0000000000000000',
  )
  for (const path of ['/pontic/x', '/home/node/x', '/usr/x']) expect(inside(`touch ${path}`).code).not.toBe(0)
  for (const path of ['/tmp/x', '/data/x']) expect(inside(`touch ${path}`).code).toBe(0)
}

if (isLong)
  test.skipIf(!haveContainers())(
    'the image is built without a registry, and runs without root on a read-only file system: migration, sign-in, upload, restart',
    async () => {
      if (process.env.PONTIC_TEST_IMAGE === undefined) buildImage()
      console.log(`The image has ${(sizeOfImage(image) / 1e6).toFixed(0)} MB.`)
      installation = await openInstallation('empty')
      podman = openPodman(image)
      const owner = `PONTIC_DATABASE_OWNER_URL=${installation.databaseUrls.ownerUrl}`
      const migrate = ['run', '--rm', '--network', 'host', '--read-only', ...podman.limits, '--env', owner, image, 'migrate']
      expect(podman.run(...migrate)).toMatch(/pontic: applied .*0001/)

      const url = `http://127.0.0.1:${await findFreePort()}`
      const metricsPort = await findFreePort()
      await startNode(podman, url, metricsPort)
      await setFirstPassword(podman, url)
      const { alice } = await createPartners(installation)
      const ids = await uploadScan(url, alice)
      expect(await hashDownload(url, alice, ids)).toBe(hashOf(scan))
      const pages = ['/', '/docs', '/openapi.json'].map((path) => fetch(url + path))
      expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200, 200])
      const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
      expect(await metrics.text()).toContain('pontic_')
      checkConfinement(podman)
      expect(podman.try('healthcheck', 'run', 'node').code).toBe(0)

      expect(stopNode(podman)).toBe(0)
      await startNode(podman, url, metricsPort)
      expect(await hashDownload(url, alice, ids)).toBe(hashOf(scan))
      expect(stopNode(podman)).toBe(0)
    },
  )
