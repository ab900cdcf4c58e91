import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  findPort,
  havePeer,
  type PeerProcess,
  replacePart,
  runTool,
  startPeer,
  untilListening,
} from './peers.ts'

/** A reverse proxy with the configuration of `deploy`, in front of nodes of a test. */
export type StartedProxy = {
  url: string
  /** All lines that it has logged. */
  log: () => string
  stop: () => Promise<void>
}

/** The nodes behind a proxy. `filesFolder`: folder from which nginx sends stored files. */
type Behind = { nodes: readonly { url: string }[]; filesFolder?: string }

const shipped = (name: string) => readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8')

const createFolder = () => mkdtempSync(join(tmpdir(), 'pontic-proxy-'))
const hostOf = ({ url }: { url: string }) => new URL(url).host

/** Whether nginx is installed, for `describe.skipIf`. Installs it as root on Debian. */
export const haveNginx = (): boolean => havePeer(['nginx'], ['nginx-light'])

/** Whether haproxy is installed, for `describe.skipIf`. Installs it as root on Debian. */
export const haveHaproxy = (): boolean => havePeer(['haproxy'], ['haproxy'])

/** Whether Caddy is installed, for `describe.skipIf`. Installs it as root on Debian. */
export const haveCaddy = (): boolean => havePeer(['caddy'], ['caddy'])

/** A proxy with a certificate of its own authority. */
export type SecureProxy = StartedProxy & { files: { ca: string; certificate: string; key: string } }

/** Starts Caddy for the host `localhost`, with a certificate of its own authority, in front of a node. */
export async function startCaddy({ nodes: [node] }: Behind): Promise<SecureProxy> {
  const folder = createFolder()
  const port = await findPort()
  const own = `admin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system ${folder}`
  let text = replacePart(shipped('Caddyfile'), /^\{\n/m, `{\n\t${own}\n`)
  text = replacePart(text, /^cases\.example\.com \{/m, `https://localhost:${port} {\n\ttls internal`)
  text = replacePart(text, /127\.0\.0\.1:8080/, hostOf(node!))
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, text)
  const caddy = startPeer('caddy', ['run', '--adapter', 'caddyfile', '--config', file])
  const proxy = await proxyAt(port, caddy, folder, caddy.output)
  const certificate = join(folder, 'certificates/local/localhost/localhost')
  const files = {
    ca: join(folder, 'pki/authorities/local/root.crt'),
    certificate: `${certificate}.crt`,
    key: `${certificate}.key`,
  }
  return { ...proxy, url: `https://localhost:${port}`, files }
}

/** Starts nginx with a site. As in Debian and in the image of nginx, all sites inherit logs of complete requests. */
function startSite(site: string, folder: string): PeerProcess {
  const logs = '/var/log/nginx'
  const http = `access_log ${logs}/access.log; error_log ${logs}/error.log;\n${site}`
  const file = join(folder, 'nginx.conf')
  const text = `pid ${folder}/pid; daemon off; master_process off; events {}\nhttp {\n${http}\n}`
  writeFileSync(file, text.replaceAll(logs, folder))
  return startPeer('nginx', ['-c', file, '-p', folder, '-e', join(folder, 'start.log')])
}

/**
 * Starts nginx for one machine, in front of a node. @param change shell command of the guide that changes the shipped file
 */
export async function startSecureNginx(
  { nodes: [node] }: Behind,
  change: string,
  { certificate, key }: SecureProxy['files'],
): Promise<StartedProxy> {
  const folder = createFolder()
  const port = await findPort()
  let site = runTool('sh', ['-c', `cd ${new URL('../../../..', import.meta.url).pathname} && ${change}`])
  site = replacePart(site, /listen \[::\]:80; /, '')
  site = replacePart(site, /listen \[::\]:443 ssl http2;/, '')
  site = replacePart(site, /listen 80;/, `listen 127.0.0.1:${await findPort()};`)
  site = replacePart(site, /listen 443 /, `listen 127.0.0.1:${port} `)
  site = replacePart(site, /server 127\.0\.0\.1:8080/, `server ${hostOf(node!)}`)
  site = replacePart(site, /ssl_certificate [^;]+;/, `ssl_certificate ${certificate};`)
  site = replacePart(site, /ssl_certificate_key [^;]+;/, `ssl_certificate_key ${key};`)
  const nginx = startSite(site, folder)
  const proxy = await proxyAt(port, nginx, folder, nginx.output)
  return { ...proxy, url: `https://localhost:${port}` }
}

/**
 * Starts nginx. It closes idle connections to nodes after a second, so that nodes drain for two. Its only process runs as the user of
 * the test, who owns the files.
 */
export async function startNginx({ nodes, filesFolder }: Behind): Promise<StartedProxy> {
  const folder = createFolder()
  const port = await findPort()
  const servers = nodes.map((node) => `server ${hostOf(node)} max_fails=0;`).join(' ')
  let site = replacePart(shipped('nginx.conf'), /resolver [^;]+;/, '')
  site = replacePart(site, /server app:8080 resolve max_fails=0;/, servers)
  site = replacePart(site, /keepalive 32;/, 'keepalive 4;')
  site = replacePart(site, /keepalive_timeout 3s;/, 'keepalive_timeout 1s;')
  site = replacePart(site, /listen 8080;/, `listen 127.0.0.1:${port};`)
  if (filesFolder) site = replacePart(site, /alias \/data\/storage\/files\/;/, `alias ${filesFolder};`)
  const nginx = startSite(site, folder)
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
  const log = () => read('access.log') + read('error.log') + nginx.output()
  return await proxyAt(port, nginx, folder, log)
}

/** Starts haproxy. */
export async function startHaproxy({ nodes }: Behind): Promise<StartedProxy> {
  const folder = createFolder()
  const port = await findPort()
  const servers = nodes.map((node, index) => `server app${index} ${hostOf(node)} check`).join('\n  ')
  let text = replacePart(shipped('haproxy.cfg'), /bind :8080/, `bind 127.0.0.1:${port}`)
  text = replacePart(text, /server-template app 1-8 app:8080 check/, servers)
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const haproxy = startPeer('haproxy', ['-db', '-f', file])
  return await proxyAt(port, haproxy, folder, haproxy.output)
}

async function proxyAt(
  port: number,
  peer: PeerProcess,
  folder: string,
  log: () => string,
): Promise<StartedProxy> {
  await untilListening(port, peer)
  return {
    url: `http://127.0.0.1:${port}`,
    log,
    stop: async () => {
      await peer.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
