/** The command `pontic`: installs, runs and upgrades the portal on one machine, without containers. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { SettingsError } from '../../apps/server/src/config/config.ts'
import { settingsExitCode } from '../app-process.ts'
import { printStep } from '../places.ts'
import { runBackup, runRestore } from './backups.ts'
import { assertDatabaseRuns, findManager, runServer, stopService } from './control.ts'
import { findCurrentVersion, findInstallation, type Installation } from './installation.ts'
import { assertPortFree } from './port.ts'
import { rotate } from './rotate.ts'
import { runInForeground } from './run.ts'
import { readSettings } from './settings-file.ts'
import { printStatus } from './status.ts'
import { journalArgs } from './systemd.ts'
import { up } from './up.ts'
import { goBack, upgrade } from './upgrade.ts'

const usage = `Usage: pontic <command> [--home <folder>]

  up        installs this checkout as a service and prints the link for the first administrator
  run       runs the installed version in the foreground, on machines without systemd
  status    prints the state of the service; exits with 0 only if all is well
  stop      stops the service until the next \`pontic up\` or start of the machine
  logs      prints the log of the service; -f also prints new lines
              --lines <number>          how many lines from the end, 200 by default
  upgrade   makes a backup and installs this checkout instead of the running version
              --to <folder or Git tag>  installs another version
              --without-backup          makes no backup
              --back                    runs the version before
              --wait <seconds>          how long the new version may take to answer, 60 by default
  backup    makes a backup now; \`backup list\` lists the backups
  verify    checks the newest backup; \`verify <id>\` checks another one
              --key <file>              the secret key, if it is not in the file that \`pontic up\` has created
  restore   restores database and files into an empty data folder; installs this checkout first on a new machine
              --to <time>               \`latest\`, or a time such as 2026-11-28T16:12:00Z
              --files                   restores only the files, after the database was restored with its own tool
              --key <file>              as for \`verify\`
  rotate    replaces a secret and restarts the service: secret-key, encryption-key, backup-key or database
  server    runs a command of the server with the settings of the installation, such as \`pontic server storage move\`

--home is the folder of the installation: /var/lib/pontic for root, ~/.local/share/pontic for others.`

const argv = process.argv.slice(2)
// The arguments behind `server` belong to the command of the server.
const serverAt = argv.indexOf('server')
const own = serverAt < 0 ? argv : argv.slice(0, serverAt + 1)
const serverArgs = serverAt < 0 ? [] : argv.slice(serverAt + 1)

function parseOptions() {
  const options = {
    home: { type: 'string' },
    to: { type: 'string' },
    'without-backup': { type: 'boolean' },
    back: { type: 'boolean' },
    wait: { type: 'string', default: '60' },
    follow: { type: 'boolean', short: 'f' },
    lines: { type: 'string', short: 'n', default: '200' },
    files: { type: 'boolean' },
    key: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    return parseArgs({ args: own, options, allowPositionals: true })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`)
  }
}

/** Prints the log of the unit. @returns the exit code of journalctl */
function printLogs(installation: Installation, lines: string, isFollowing: boolean): number {
  if (!/^[1-9]\d*$/.test(lines)) throw new Error('--lines needs a number of lines.')
  if (findManager(installation) === 'foreground')
    throw new Error('The log is on the terminal of `pontic run`.')
  const args = [
    ...journalArgs(installation),
    `--lines=${lines}`,
    '--output=cat',
    ...(isFollowing ? ['--follow'] : []),
  ]
  return spawnSync('journalctl', args, { stdio: 'inherit' }).status ?? 1
}

function runServerCommand(installation: Installation): number {
  const version = findCurrentVersion(installation)
  if (version === undefined) throw new Error('Nothing is installed. Run `pontic up`.')
  const settings = readSettings(installation)
  // Without a command the server would run a second node. This lists its commands.
  const args = serverArgs.length > 0 ? serverArgs : ['help']
  if (databaseCommands.has(args[0])) assertDatabaseRuns(installation, settings)
  return runServer(installation, settings, version, args, 'inherit').code
}

async function runUpgrade(installation: Installation, values: ReturnType<typeof parseOptions>['values']) {
  const limitMs = Number(values.wait) * 1000
  if (!(limitMs > 0)) throw new Error('--wait needs a number of seconds.')
  if (values.back) await goBack(installation, limitMs)
  else
    await upgrade(installation, {
      to: values.to,
      isWithoutBackup: values['without-backup'] ?? false,
      limitMs,
    })
}

/** Commands of the server that need the database, and do not find out themselves whether it runs. */
const databaseCommands = new Set<string | undefined>([
  'migrate',
  'administrator',
  'replay-erasures',
  'reencrypt',
  'storage',
])

const takesArguments = new Set<string | undefined>(['backup', 'verify', 'rotate'])

/** Runs the command of the arguments. @returns the exit code */
async function runCommand(): Promise<number> {
  const { values, positionals } = parseOptions()
  const installation = findInstallation(values.home)
  const [command, ...more] = positionals
  if (values.help || command === 'help') {
    console.log(usage)
    return 0
  }
  if (more.length > 0 && !takesArguments.has(command)) {
    console.error(usage)
    return 1
  }
  switch (command) {
    case 'up':
      await up(installation)
      return 0
    case 'run':
      await assertPortFree(installation, readSettings(installation))
      return await runInForeground(installation)
    case 'status':
      return (await printStatus(installation)) ? 0 : 1
    case 'stop':
      printStep((await stopService(installation)) ? 'the service is stopped' : 'the service does not run')
      return 0
    case 'logs':
      return printLogs(installation, values.lines, values.follow ?? false)
    case 'upgrade':
      await runUpgrade(installation, values)
      return 0
    case 'backup':
    case 'verify':
      return runBackup(installation, command, more, values)
    case 'restore':
      return runRestore(installation, values)
    case 'rotate':
      await rotate(installation, more[0])
      return 0
    case 'server':
      return runServerCommand(installation)
    default:
      console.error(usage)
      return 1
  }
}

try {
  process.exitCode = await runCommand()
} catch (error) {
  console.error(`pontic: ${(error as Error).message}`)
  process.exitCode = error instanceof SettingsError ? settingsExitCode : 1
}
