import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../scripts/ports.ts'
import { type Peer, startProgram } from './portal.ts'

const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx']

/** Location of nginx that serves the files of the portal; the setting PONTIC_PROXY_FILES. */
export const storedFiles = '/stored-files/'

/**
 * Starts an nginx that serves a folder on a free port, and under `/restful/` the portal, whose downloads it sends itself
 * (X-Accel-Redirect); undefined if none is installed (Debian: `apt-get install nginx-light`).
 */
export async function startNginx(
  folder: string,
  portal: { url: string; dataFolder: string },
): Promise<Peer | undefined> {
  const command = places.find(isProgram)
  if (command === undefined) return undefined
  const port = await findFreePort()
  const own = join(folder, 'nginx')
  mkdirSync(own, { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = [
    // For root, worker processes of nginx run as root, because their default user cannot enter the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 2;',
    'daemon off;',
    `pid ${join(own, 'nginx.pid')};`,
    `error_log ${join(own, 'error.log')};`,
    'events { worker_connections 256; }',
    'http {',
    '  access_log off; sendfile on; tcp_nopush on; default_type application/octet-stream;',
    ...temporary.map((name) => `  ${name}_temp_path ${join(own, name)};`),
    `  server { listen 127.0.0.1:${port}; root ${folder};`,
    `    location /restful/ { proxy_pass ${portal.url}; proxy_set_header X-Forwarded-For $remote_addr; }`,
    `    location ${storedFiles} { internal; alias ${join(portal.dataFolder, 'storage/files')}/; }`,
    '  }',
    '}',
  ]
  const file = join(own, 'nginx.conf')
  writeFileSync(file, config.join('\n'))
  return await startProgram(command, ['-p', own, '-c', file, '-e', join(own, 'error.log')], port)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
