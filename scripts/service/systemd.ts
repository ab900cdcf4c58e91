import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { root } from '../places.ts'
import { type Installation, isRoot } from './installation.ts'
import type { InstalledSettings } from './settings-file.ts'

/** Result of a command: exit code and output. */
type Done = { code: number; output: string }

// Rolling back transactions and the last checkpoint of PostgreSQL.
const databaseStopSeconds = 60
const sentencesMax = 4
const scopeArgs = isRoot ? [] : ['--user']

function run(command: string, args: string[]): Done {
  const done = spawnSync(command, args, { encoding: 'utf8' })
  const output = done.error ? done.error.message : `${done.stdout}${done.stderr}`.trim()
  return { code: done.status ?? 1, output }
}

/** Whether systemd runs as the service manager of this user. */
export function hasSystemd(): boolean {
  if (!existsSync('/run/systemd/system')) return false
  return isRoot || run('systemctl', ['--user', 'show', '--property=Version']).code === 0
}

/** Path of the unit file of an installation. */
export function unitFile({ unit }: Installation): string {
  const folder = isRoot ? '/etc/systemd/system' : join(homedir(), '.config/systemd/user')
  return join(folder, `${unit}.service`)
}

/**
 * Writes the unit of an installation from the template `deploy/pontic.service`.
 * @param isSystem whether the unit is system-wide, with its own user and a read-only file system
 */
export function formatUnit(
  { home }: Installation,
  { config, dataFolder, env }: InstalledSettings,
  isSystem: boolean,
): string {
  const current = join(home, 'current')
  // Folders of the settings outside of the installation. The minus sign allows that one does not exist yet.
  const writable = [dataFolder, config.transports.folderRoot, env.PONTIC_BACKUP_TARGET]
    .filter((one) => one !== undefined && isAbsolute(one))
    .map((one) => `-${quote(one!)}`)
  const isBelowHome = [home, ...writable].some((one) => /^-?"?\/(?:home|root|run\/user)\//.test(one))
  const values: Record<string, string> = {
    host: new URL(config.publicUrl).host,
    node: quote(join(current, 'node_modules/node/bin/node')),
    serve: quote(join(current, 'scripts/service/serve.ts')),
    home: quote(home),
    current: escapeSpecifiers(current),
    stopSeconds: String(Math.ceil((config.drainMs + config.stopMs) / 1000) + databaseStopSeconds),
    user: 'pontic',
    writable: writable.join(' '),
    protectHome: isBelowHome ? 'read-only' : 'yes',
    target: isSystem ? 'multi-user.target' : 'default.target',
  }
  let text = readFileSync(join(root, 'deploy/pontic.service'), 'utf8').replace(
    /^# Template[^[]*/,
    '# Written by `pontic up`, which replaces it when settings change. For changes of your own use `systemctl edit`.\n',
  )
  if (!isSystem) text = text.replace(/^# system$[\s\S]*?^# end$/m, '')
  text = text.replace(/^# (?:system|end)\n/gm, '')
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!)
}

/** Doubles percent signs, which introduce specifiers of systemd. */
const escapeSpecifiers = (text: string) => text.replaceAll('%', '%%')

/** Quotes a path for systemd if it needs it. */
function quote(path: string): string {
  const escaped = escapeSpecifiers(path)
  return /^[\w/.@%-]+$/.test(escaped)
    ? escaped
    : `"${escaped.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/**
 * Writes the unit file if its content changed, and enables the unit.
 * @returns whether it changed
 * @throws Error if the unit belongs to another installation
 */
export function installUnit(installation: Installation, settings: InstalledSettings): boolean {
  const file = unitFile(installation)
  const wanted = formatUnit(installation, settings, isRoot)
  const found = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const home = `--home ${quote(installation.home)}\n`
  if (found !== undefined && !found.includes(home))
    throw new Error(`${file} belongs to an installation in another folder. Give this one another name.`)
  if (found === wanted) return false
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, wanted, { mode: 0o644 })
  systemctl('daemon-reload')
  systemctl('enable', '--quiet', installation.unit)
  return true
}

/** Runs systemctl. @returns its output @throws Error with its output if it failed */
export function systemctl(...args: string[]): string {
  const { code, output } = run('systemctl', [...scopeArgs, ...args])
  if (code !== 0) throw new Error(`systemctl ${args.join(' ')} failed: ${output}`)
  return output
}

/** State of the unit according to systemd, such as `active` or `failed`. */
export const unitState = ({ unit }: Installation): string =>
  run('systemctl', [...scopeArgs, 'is-active', unit]).output

/** How often systemd has started the unit again after a failure, since the last command. */
export const countRestarts = ({ unit }: Installation): number =>
  Number(run('systemctl', [...scopeArgs, 'show', unit, '--property=NRestarts', '--value']).output) || 0

/** Returns the last sentences of the service in its log, such as why it has ended, one a line; empty without systemd. */
export function readLastSentences(installation: Installation): string {
  const args = [...journalArgs(installation), '--lines=40', '--output=cat', '--no-pager']
  const { code, output } = run('journalctl', args)
  const sentences = output.split('\n').filter((line) => line.startsWith('pontic: '))
  return code === 0 ? sentences.slice(-sentencesMax).join('\n') : ''
}

/** Arguments of `journalctl` that select the log of the unit. */
export const journalArgs = ({ unit }: Installation): string[] => [isRoot ? '--unit' : '--user-unit', unit]
