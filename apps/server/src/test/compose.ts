import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hasImage } from '../../../../scripts/image/buildah.ts'
import { makeStandIn, standIn } from '../../../../scripts/image/stand-ins.ts'
import { findFreePort } from '../../../../scripts/ports.ts'
import { openPodman, type Podman, runProgram } from './containers.ts'
import { havePeer, type PeerProcess, replacePart, startPeer } from './peers.ts'

const root = join(import.meta.dirname, '../../../..')
const pollEveryMs = 500

/** Whether Docker Compose is installed, for `test.skipIf`. Installs it as root on Debian. */
export const haveCompose = (): boolean => havePeer(['docker-compose'], ['docker-compose'])

/** The services of compose.yaml. Containers have names such as `pontic_app_1`. */
export type Composed = {
  /** URL of the proxy. */
  url: string
  podman: Podman
  /** Connection URL of the database for the test, as the role pontic_app. */
  databaseUrl: string
  /** Runs Docker Compose. @returns its output @throws Error if it fails */
  compose: (...args: readonly string[]) => string
  /** Removes containers, volumes and the network. */
  close: () => Promise<void>
}

/**
 * Starts compose.yaml by Docker Compose on podman's Docker API, as docs/operations/containers.md describes, with an image of the
 * portal. PostgreSQL and nginx are from Debian's packages, and nothing delivers mails, because the test has no registry of images.
 */
export async function startComposed(image: string): Promise<Composed> {
  if (!hasImage(standIn)) makeStandIn()
  const folder = mkdtempSync(join(tmpdir(), 'pontic-compose-'))
  const url = `http://127.0.0.1:${await findFreePort()}`
  writeProject(folder, image, url)
  const podman = openPodman()
  const socket = join(folder, 'podman.sock')
  const service = startPeer(
    'podman',
    ['system', 'service', '--time', '0', `unix://${socket}`],
    podman.environment,
  )
  const environment = { ...podman.environment, DOCKER_HOST: `unix://${socket}` }
  const files = ['--project-name', 'pontic', '--project-directory', folder]
  const args = [...files, ...['-f', join(folder, 'compose.yaml'), '-f', join(folder, 'override.yaml')]]
  const compose = (...more: readonly string[]) =>
    runProgram('docker-compose', [...args, '--env-file', join(folder, '.env'), ...more], environment)
  const close = async () => {
    compose('down', '--volumes', '--timeout', '1')
    await service.stop()
    podman.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilExists(socket, service)
    compose('config', '--quiet')
    await up([...args, '--env-file', join(folder, '.env')], environment, podman)
  } catch (error) {
    await close()
    throw error
  }
  const address = podman.run(
    ...inspected('pontic_postgres_1', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'),
  )
  const databaseUrl = `postgresql://pontic_app:app@${address}:5432/pontic`
  return { url, podman, databaseUrl, compose, close }
}

const inspected = (container: string, format: string) => ['inspect', '--format', format, container]

/** Fills in the examples of deploy as the guide says. */
function writeProject(folder: string, image: string, url: string): void {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  symlinkSync(join(root, 'deploy'), join(folder, 'deploy'))
  // Compose 1.29, that of Debian 12, does not know the name of a project.
  writeFileSync(join(folder, 'compose.yaml'), replacePart(read('compose.yaml'), /^name: pontic$/m, ''))
  const override = [
    'services:',
    `  postgres: { image: "${standIn}", command: [postgres.sh] }`,
    `  smtp: { image: "${standIn}", command: [sleep, infinity] }`,
    `  proxy: { image: "${standIn}", command: [nginx.sh] }`,
  ]
  writeFileSync(join(folder, 'override.yaml'), override.join('\n'))
  const [name, version] = image.split(/:(?=[^:/]*$)/)
  let own = read('deploy/compose.env.example')
  for (const role of ['POSTGRES', 'PONTIC_OWNER', 'PONTIC_APP'])
    own = replacePart(
      own,
      new RegExp(`^${role}_PASSWORD=$`, 'm'),
      `$&${role.split('_').at(-1)!.toLowerCase()}`,
    )
  own = replacePart(own, /^PONTIC_LISTEN=.*$/m, `PONTIC_LISTEN=${new URL(url).host}`)
  writeFileSync(join(folder, '.env'), `${own}PONTIC_IMAGE=${name}\nPONTIC_VERSION=${version}\n`)
  let nodes = read('deploy/pontic.env.example')
  nodes = replacePart(nodes, /^PONTIC_PUBLIC_URL=.*$/m, `PONTIC_PUBLIC_URL=${url}`)
  nodes = replacePart(nodes, /^PONTIC_SECRET_KEY=$/m, '$&a secret of more than thirty-two characters')
  nodes = replacePart(nodes, /^PONTIC_FIRST_ADMINISTRATOR=$/m, '$&first.admin@cases.example.com')
  writeFileSync(join(folder, 'pontic.env'), nodes)
}

async function untilExists(path: string, service: PeerProcess): Promise<void> {
  while (!existsSync(path)) {
    if (!service.isRunning()) throw new Error(`podman ended: ${service.output()}`)
    await wait(pollEveryMs)
  }
}

/** Runs `up`, and meanwhile the health check of PostgreSQL, which podman leaves to systemd. */
async function up(args: readonly string[], env: NodeJS.ProcessEnv, podman: Podman): Promise<void> {
  const child = spawn('docker-compose', [...args, 'up', '--detach', '--no-build'], { env, cwd: '/' })
  let output = ''
  const keep = (text: Buffer) => {
    output += text
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', keep)
  let isOver = false
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(() => {
    isOver = true
  })
  while (!isOver) {
    podman.try('healthcheck', 'run', 'pontic_postgres_1')
    await wait(pollEveryMs)
  }
  const code = await ended
  if (code !== 0) throw new Error(`docker-compose up ended with ${code}: ${output}`)
}
