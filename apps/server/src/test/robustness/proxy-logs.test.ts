import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { passwordDigest } from '@pontic/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { findPort, havePeer, replacePart } from '../peers.ts'
import { clientFields } from '../people.ts'

const shipped = (name: string) =>
  readFileSync(new URL(`../../../../../deploy/${name}`, import.meta.url), 'utf8')
const nginx = '/usr/sbin/nginx'
const haproxy = '/usr/sbin/haproxy'

let app: TestApp
let folder: string
const running: ChildProcess[] = []

beforeAll(async () => {
  app = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'pontic-proxy-'))
  chmodSync(folder, 0o777)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a proxy. @returns a function that reads its log */
function run(command: string, args: readonly string[]): () => string {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  return () => printed
}

const ticket = 'marker-ticket-0123456A'

async function sendSecrets(url: string): Promise<void> {
  const status = () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status).toBe(200)
  const query = new URLSearchParams({
    ...clientFields,
    grant_type: 'password',
    username: 'marker-user@pontic.example',
    password: passwordDigest('marker'),
  })
  const referer = `${url}/x?code=marker-referer`
  expect((await fetch(`${url}/oauth/token?${query}`, { headers: { referer } })).status).toBe(400)
  expect((await fetch(`${url}/restful/downloads/${ticket}?marker-query=1`)).status).toBe(400)
  expect((await fetch(`${url}/restful//downloads/${ticket}`)).status).toBe(404)
}

async function expectSilent(readLog: () => string): Promise<void> {
  await expect.poll(readLog).toContain('/oauth/token')
  await expect.poll(readLog).toContain('/restful/downloads/-')
  expect(readLog()).not.toMatch(/marker|grant_type/)
  expect(readLog()).not.toContain(passwordDigest('marker'))
}

describe('T12: the logs of the shipped proxies', () => {
  test.skipIf(!havePeer(['nginx'], ['nginx-light']))(
    'nginx logs no query, no referrer and no ticket',
    async () => {
      const port = await findPort()
      const log = join(folder, 'access.log')
      const target = `upstream portal { server ${new URL(app.url).host}; keepalive 4; }`
      let site = replacePart(shipped('nginx.conf'), /resolver [^;]+;/, '')
      site = replacePart(site, /upstream portal \{[^}]*\}/, target)
      site = replacePart(site, /listen 8080;/, `listen 127.0.0.1:${port};`)
      site = replacePart(site, /\/var\/log\/nginx\/access\.log/, log)
      site = replacePart(site, /\/var\/log\/nginx\/error\.log/, join(folder, 'error.log'))
      const file = join(folder, 'nginx.conf')
      writeFileSync(file, `pid ${folder}/pid; daemon off; master_process off; events {}\nhttp {\n${site}\n}`)
      const printed = run(nginx, ['-c', file, '-p', folder, '-e', join(folder, 'start.log')])
      await sendSecrets(`http://127.0.0.1:${port}`)
      const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
      await expectSilent(() => read(log) + read(join(folder, 'error.log')) + printed())
    },
  )

  test.skipIf(!havePeer(['haproxy'], ['haproxy']))(
    'haproxy logs no query, no referrer and no ticket',
    async () => {
      const port = await findPort()
      let text = replacePart(shipped('haproxy.cfg'), /bind :8080/, `bind 127.0.0.1:${port}`)
      text = replacePart(
        text,
        /server-template app 1-8 app:8080 check/,
        `server app ${new URL(app.url).host} check`,
      )
      const file = join(folder, 'haproxy.cfg')
      writeFileSync(file, text)
      const printed = run(haproxy, ['-db', '-f', file])
      await sendSecrets(`http://127.0.0.1:${port}`)
      await expectSilent(printed)
    },
  )
})
