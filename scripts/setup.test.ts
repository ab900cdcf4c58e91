import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './places.ts'

let folder = ''

function write(path: string, content: object): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), JSON.stringify(content))
}

/** Runs the set-up of the test checkout in `folder`. */
function runSetup(): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(folder, 'scripts/setup.mjs')], (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, output: stdout + stderr })
    })
  })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pontic-setup-'))
  mkdirSync(join(folder, 'scripts'))
  cpSync(join(root, 'scripts/setup.mjs'), join(folder, 'scripts/setup.mjs'))
  write('package.json', { name: 'small', version: '1.0.0' })
  write('package-lock.json', {
    name: 'small',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: { '': { name: 'small', version: '1.0.0' } },
  })
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function installNode(): void {
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'))
}

test('an installation without Node is reported with a remedy', async () => {
  const { exitCode, output } = await runSetup()
  expect(output).toContain('npm ci')
  expect(output).toContain('npm config set ignore-scripts false')
  expect(exitCode).toBe(1)
})

test('a checkout without a lock file is reported', async () => {
  rmSync(join(folder, 'package-lock.json'))
  expect(await runSetup()).toEqual({
    exitCode: 1,
    output: expect.stringContaining('package-lock.json is missing'),
  })
})

test('dependencies that were installed manually are accepted without a message', async () => {
  installNode()
  const packages = { 'node_modules/tiny': { version: '1.0.0' } }
  write('package-lock.json', { lockfileVersion: 3, packages })
  write('node_modules/.package-lock.json', { packages })
  expect(await runSetup()).toEqual({ exitCode: 0, output: '' })
  expect(readFileSync(join(folder, 'node_modules/.pontic-lock'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})

test('the dependencies are installed again if the lock file has changed', async () => {
  installNode()
  write('node_modules/.package-lock.json', { packages: { 'node_modules/tiny': { version: '1.0.0' } } })
  write('package-lock.json', { lockfileVersion: 3, packages: { 'node_modules/tiny': { version: '2.0.0' } } })
  const { exitCode, output } = await runSetup()
  // The installation removes `node_modules` with its Node, and this test project has no dependency that installs Node.
  expect(output).toContain('Node 24 is missing')
  expect(exitCode).toBe(1)
  expect(existsSync(join(folder, 'node_modules/.pontic-lock'))).toBe(false)
})
