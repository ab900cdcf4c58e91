import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printStep } from '../places.ts'
import { buildah, runStep } from './buildah.ts'

/** Name of the base of the portal's image. */
export const debianBase = 'localhost/pontic-base:bookworm'

const suite = 'bookworm'
const npmVersion = '11.19.1'
const mirror = 'http://deb.debian.org/debian'
const securityMirror = 'http://deb.debian.org/debian-security'
// Lists and archives of packages, and what only people read.
const leftovers = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/man', 'usr/share/locale']

/**
 * Makes an image of Debian by debootstrap, as root.
 * @param suite of Debian
 * @param packages that it has besides the smallest set of packages
 * @param finish changes the root file system, whose path it receives
 * @param config options of `buildah config`
 */
export function makeDebianImage(
  tag: string,
  {
    suite,
    packages,
    finish,
    config,
  }: {
    suite: string
    packages: readonly string[]
    finish: (root: string) => void
    config: readonly string[]
  },
): void {
  const container = buildah(['from', 'scratch'])
  try {
    const folder = buildah(['mount', container])
    const include = `--include=${packages.join(',')}`
    runStep('debootstrap', ['--variant=minbase', include, suite, folder, mirror])
    finish(folder)
    for (const path of leftovers) rmSync(join(folder, path), { recursive: true, force: true })
    // The licences stay.
    runStep('find', [join(folder, 'usr/share/doc'), '-type', 'f', '!', '-name', 'copyright', '-delete'])
    buildah(['umount', container])
    buildah(['config', ...config, container])
    buildah(['commit', '--format', 'docker', '--squash', container, tag])
  } finally {
    buildah(['rm', container])
  }
}

/**
 * Makes the base of the portal's image from Debian's packages and from Node 24 of this checkout. It has what node:24-slim has and
 * the portal needs: node and npm on the PATH, and the user `node` with the id 1000.
 */
export function makeDebianBase(): void {
  printStep(`making ${debianBase} of Debian ${suite} and Node ${process.version}`)
  makeDebianImage(debianBase, {
    suite,
    packages: ['ca-certificates', 'libstdc++6'],
    finish: (folder) => {
      installUpdates(folder)
      cpSync(process.execPath, join(folder, 'usr/local/bin/node'))
      runStep('npm', ['install', '--global', '--prefix', join(folder, 'usr/local'), `npm@${npmVersion}`])
      runStep('chroot', [folder, 'groupadd', '--gid', '1000', 'node'])
      runStep('chroot', [
        folder,
        'useradd',
        '--uid',
        '1000',
        '--gid',
        'node',
        '--shell',
        '/bin/bash',
        '--create-home',
        'node',
      ])
    },
    config: ['--cmd', 'node', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
  })
}

/** Installs the updates that Debian has published since the last release of the suite. */
function installUpdates(folder: string): void {
  const sources = [
    `deb ${mirror} ${suite} main`,
    `deb ${mirror} ${suite}-updates main`,
    `deb ${securityMirror} ${suite}-security main`,
  ]
  writeFileSync(join(folder, 'etc/apt/sources.list'), `${sources.join('\n')}\n`)
  const install = 'apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq --yes upgrade'
  runStep('chroot', [folder, 'sh', '-c', install])
}
