import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { findTool, root, say } from './places.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const isRoot = process.getuid?.() === 0

/**
 * The browser for e2e tests: `PONTIC_CHROMIUM`, one on the PATH, or the one that Playwright downloaded.
 * @returns its absolute path, or undefined where there is none
 */
export function findChromium(): string | undefined {
  const onPath = names.map(findOnPath)
  const candidates = [process.env.PONTIC_CHROMIUM, ...onPath, macPath, findPlaywrights()]
  return candidates.find((path) => path !== undefined && existsSync(path))
}

/**
 * Finds a Chromium or installs one: Debian's package as root, else Playwright's download. As root on Debian it also
 * brings a font for Chinese, without which screenshots and widths of Chinese texts mean nothing.
 * @returns its path
 * @throws Error that says what to install
 */
export function findOrInstallChromium(): string {
  const known = findChromium()
  const packages = [...(known ? [] : ['chromium']), ...(hasChineseFont() ? [] : ['fonts-noto-cjk'])]
  if (packages.length > 0 && isRoot && findOnPath('apt-get')) installFromDebian(packages)
  const found = known ?? findChromium()
  if (found) return found
  say('no Chromium here; Playwright downloads one')
  run(process.execPath, [findTool('@playwright/test/cli.js'), 'install', 'chromium'])
  const downloaded = findChromium()
  if (downloaded) return downloaded
  throw new Error(
    'No Chromium for the e2e tests. Install one (Debian: apt-get install chromium), or name it: PONTIC_CHROMIUM=/path',
  )
}

function installFromDebian(packages: string[]): void {
  say(`installing ${packages.join(', ')} from Debian for the e2e tests`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['-qq', 'update'], env)
  run('apt-get', ['-qq', '-y', 'install', '--no-install-recommends', ...packages], env)
}

function hasChineseFont(): boolean {
  const found = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return found.status === 0 && found.stdout.trim() !== ''
}

function findPlaywrights(): string | undefined {
  try {
    return chromium.executablePath()
  } catch {
    // It throws where Playwright knows no build for this platform.
    return undefined
  }
}

function findOnPath(name: string): string | undefined {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function run(command: string, args: string[], env = process.env): void {
  const done = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0)
    console.error(`pontic: ${command} ${args.join(' ')} ended with ${done.status ?? done.error}`)
}
