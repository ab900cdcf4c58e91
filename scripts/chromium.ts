import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { canInstall, findOnPath, installFromDebian, run } from './debian.ts'
import { findTool, printStep, root } from './places.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const shellName = 'chromium-headless-shell'
const shellAsked = join(root, '.cache/asked-for-headless-shell')
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Finds the user's browser: `PONTIC_CHROMIUM`, a browser on the PATH, Chrome on macOS, or the download of Playwright.
 * @returns its absolute path, or undefined if there is none
 */
export function findChromium(): string | undefined {
  const onPath = names.map(findOnPath)
  const candidates = [process.env.PONTIC_CHROMIUM, ...onPath, macPath, findPlaywrights()]
  return candidates.find((path) => path !== undefined && existsSync(path))
}

/**
 * Finds a Chromium or installs one: Debian's package as root, else Playwright's download. As root on Debian it also installs a
 * font for Chinese, without which screenshots and widths of Chinese texts are meaningless.
 * @returns its path
 * @throws Error that says what to install
 */
export function findOrInstallChromium(): string {
  const known = findChromium()
  const packages = [...(known ? [] : ['chromium']), ...(hasChineseFont() ? [] : ['fonts-noto-cjk'])]
  if (packages.length > 0 && canInstall()) installFromDebian(packages, 'the e2e tests')
  const found = known ?? findChromium()
  if (found) return found
  printStep('no Chromium here; Playwright downloads one')
  run(process.execPath, [findTool('@playwright/test/cli.js'), 'install', 'chromium'])
  const downloaded = findChromium()
  if (downloaded) return downloaded
  throw new Error(
    'No Chromium for the e2e tests. Install one (Debian: apt-get install chromium), or name it: PONTIC_CHROMIUM=/path',
  )
}

/**
 * Finds the browser for e2e tests. `npm test` prefers Debian's headless shell, which needs a third less CPU, unless
 * `PONTIC_CHROMIUM` is set. `npm run test:long` uses the user's browser.
 * @returns its absolute path, or undefined if there is none
 */
export const findTestChromium = (): string | undefined => findShell() ?? findChromium()

/**
 * Finds the browser for e2e tests like `findTestChromium`, after it has installed Chromium and the headless shell if needed.
 * @returns its path
 * @throws Error that says what to install
 */
export function findOrInstallTestChromium(): string {
  const browser = findOrInstallChromium()
  if (wantsShell() && !findShell() && canInstall() && !existsSync(shellAsked)) {
    // Tries once per clone, because some systems have no such package or no network, and the tests work without it.
    mkdirSync(dirname(shellAsked), { recursive: true })
    writeFileSync(shellAsked, '')
    installFromDebian([shellName], 'the e2e tests')
  }
  return findShell() ?? browser
}

const wantsShell = () => process.env.PONTIC_TEST_LONG !== '1' && !process.env.PONTIC_CHROMIUM
const findShell = () => (wantsShell() ? findOnPath(shellName) : undefined)

function hasChineseFont(): boolean {
  const found = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return found.status === 0 && found.stdout.trim() !== ''
}

function findPlaywrights(): string | undefined {
  try {
    return chromium.executablePath()
  } catch {
    // Playwright throws if it has no build for this platform.
    return undefined
  }
}
