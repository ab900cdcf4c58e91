import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { printStep } from '../places.ts'
import { makeDebianImage } from './base.ts'

/** Image with PostgreSQL 18 and nginx for a test of compose.yaml without a registry of images. */
export const standIn = 'localhost/pontic-stand-in:sid'

/**
 * Makes `standIn` from Debian's packages. Its commands `/usr/local/bin/postgres.sh` and `/usr/local/bin/nginx.sh` behave like the
 * entrypoints of the images postgres:18 and nginx:1.29, as far as compose.yaml uses them. The free nginx resolves names of upstreams
 * again from 1.27.3, which only the newest suites of Debian have.
 */
export function makeStandIn(): void {
  printStep(`making ${standIn}`)
  makeDebianImage(standIn, {
    suite: 'sid',
    packages: ['postgresql-18', 'nginx-light', 'gettext-base'],
    finish: (folder) => {
      for (const name of ['postgres.sh', 'nginx.sh'])
        cpSync(join(import.meta.dirname, 'stand-ins', name), join(folder, 'usr/local/bin', name))
    },
    config: ['--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
  })
}
