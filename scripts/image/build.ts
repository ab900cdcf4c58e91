/**
 * `npm run image`: builds the portal's image with buildah, without a daemon.
 * - `--tag <name>`: name of the image, by default pontic with the version of package.json.
 * - `--base <image>`: base of the image instead of that of the Dockerfile.
 * - `--debian`: makes the base from Debian's packages, if it does not exist yet. Needs no registry of images, but root.
 * - `--variant <name>`: languages of the portal (PONTIC_VARIANT).
 *
 * npm within the build uses the registry and the authority of npm on this machine.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { exitWithError, printStep, root, since } from '../places.ts'
import { debianBase, makeDebianBase } from './base.ts'
import { hasImage, runStep, sizeOfImage } from './buildah.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const { values } = parseArgs({
  options: {
    tag: { type: 'string', default: `localhost/pontic:${version}` },
    base: { type: 'string' },
    debian: { type: 'boolean', default: false },
    variant: { type: 'string', default: 'full' },
  },
})

function npmSetting(name: string): string {
  return spawnSync('npm', ['config', 'get', name], { cwd: root, encoding: 'utf8' }).stdout.trim()
}

/** Options that let npm within the build use the registry and the authority of this machine. */
function npmSecrets(folder: string): string[] {
  const npmrc = join(folder, 'npmrc')
  const authorities = npmSetting('cafile')
  const lines = [`registry=${npmSetting('registry')}`]
  const secrets = ['--secret', `id=npmrc,src=${npmrc}`]
  if (existsSync(authorities)) {
    lines.push('cafile=/run/authorities.pem')
    secrets.push('--secret', `id=authorities,src=${authorities}`)
  }
  writeFileSync(npmrc, `${lines.join('\n')}\n`)
  return secrets
}

function build(): void {
  const startMs = performance.now()
  if (values.debian && !hasImage(debianBase)) makeDebianBase()
  const base = values.base ?? (values.debian ? debianBase : undefined)
  const folder = mkdtempSync(join(tmpdir(), 'pontic-image-'))
  try {
    printStep(`building ${values.tag}`)
    runStep('buildah', [
      'build',
      // The format of OCI has no HEALTHCHECK.
      ...['--format', 'docker'],
      ...['--build-arg', `PONTIC_VARIANT=${values.variant}`],
      ...(base ? ['--build-arg', `PONTIC_BASE=${base}`] : []),
      ...npmSecrets(folder),
      ...['--tag', values.tag],
      '.',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const megabytes = (sizeOfImage(values.tag) / 1e6).toFixed(0)
  printStep(`${values.tag} has ${megabytes} MB, built in ${since(startMs)}`)
}

try {
  build()
} catch (error) {
  exitWithError((error as Error).message)
}
