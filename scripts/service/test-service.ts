import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { root } from '../places.ts'
import { findFreePort } from '../ports.ts'
import { readUrls } from '../postgres.ts'

/** An installation of a test, and its commands. */
export type TestService = {
  home: string
  /** Address of the node. */
  url: string
  /** The checkout from which it is installed. */
  source: string
  /** Runs a command of a checkout, of `source` by default, for an installation, `home` by default. */
  pontic: (
    args: readonly string[],
    from?: string,
    of?: string,
  ) => Promise<{ exitCode: number; output: string }>
  /** Starts `pontic run` of an installation, of `home` by default, and returns its output so far. */
  startRun: (of?: string) => { output: () => string }
  /** Runs a statement as the owner of the database. @returns the values of all rows, one after the other */
  query: (sql: string) => Promise<unknown[]>
  /** Stops the service and removes all folders. */
  remove: () => Promise<void>
}

const isLong = process.env.PONTIC_TEST_LONG === '1'

/** What a server needs of a checkout. The short run leaves out the web app, whose build takes long. */
const parts = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'scripts',
  'deploy',
  'packages',
  'apps/server',
  'docs',
]
/** Dependencies of the web app and of checks, half of all files. */
const unused = /^@(?:iconify|iconify-json|mantine|tiptap|tanstack|types|redocly|biomejs|axe-core)$/
const page = '<!doctype html><html lang="en"><title>Pontic</title><body></body></html>\n'

/**
 * Creates a checkout with the dependencies of this one as hard links. In the full run it has the files of a new clone, without a
 * build, and is a repository.
 */
function createSource(folder: string): string {
  const paths = isLong ? listTracked() : [...parts, 'apps/web/package.json', 'tsconfig.json']
  for (const path of paths) cpSync(join(root, path), join(folder, path), { recursive: true })
  if (!isLong) writeFileSync(join(folder, 'apps/web/index.html'), page)
  const modules = readdirSync(join(root, 'node_modules')).filter((name) => isLong || !unused.test(name))
  mkdirSync(join(folder, 'node_modules'))
  const modulePaths = modules.map((name) => join(root, 'node_modules', name))
  execFileSync('cp', ['-al', ...modulePaths, join(folder, 'node_modules')])
  return folder
}

/** Lists the files of this checkout that Git does not ignore. */
function listTracked(): string[] {
  const args = ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
}

/**
 * Creates another version of a checkout.
 * @param files content of changed or new files; the number of the package changes as well
 */
export function createVersion(
  from: string,
  folder: string,
  version: string,
  files: Record<string, string>,
): string {
  execFileSync('cp', ['-al', from, folder])
  const manifest = readFileSync(join(from, 'package.json'), 'utf8').replace(
    /"version": "[^"]*"/,
    `"version": "${version}"`,
  )
  for (const [path, text] of Object.entries({ ...files, 'package.json': manifest })) {
    // Without this the original would change, too, because the copy is a hard link.
    rmSync(join(folder, path), { force: true })
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Prepares a checkout and an empty folder for an installation. @param settings lines of its file of settings */
export async function prepareService(): Promise<TestService & { folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'pontic-service-'))
  // The user of the service enters the folder, if root runs the tests.
  chmodSync(folder, 0o755)
  const source = createSource(join(folder, 'source'))
  const home = join(folder, 'home')
  const port = await findFreePort()
  let run: ChildProcess | undefined
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', PONTIC_PORT: String(port) }

  function start(from: string, args: readonly string[], of: string) {
    const child = spawn(process.execPath, [join(from, 'scripts/pontic.mjs'), ...args, '--home', of], {
      env,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part))
    const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)))
    return { child, output: () => output, ended }
  }

  async function pontic(args: readonly string[], from = source, of = home) {
    const { ended, output } = start(from, args, of)
    return { exitCode: await ended, output: output() }
  }

  return {
    folder,
    home,
    source,
    url: `http://127.0.0.1:${port}`,
    pontic,
    startRun: (of = home) => {
      const started = start(source, ['run'], of)
      run = started.child
      return { output: started.output }
    },
    query: async (sql) => {
      const client = new pg.Client(readUrls(join(home, 'data'))?.ownerUrl)
      await client.connect()
      try {
        return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
      } finally {
        await client.end()
      }
    },
    remove: async () => {
      if (run?.exitCode === null) {
        const gone = new Promise((resolve) => run?.once('close', resolve))
        run.kill('SIGTERM')
        await gone
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** Status of a page; undefined if nothing answers. */
export async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}
