import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import {
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { havePeer } from './peers.ts'

/** Mounts a small file system in memory. Needs root on Linux. */
export function mountSmall(folder: string) {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder])
  return {
    usedInodes: () => {
      const { files, ffree } = statfsSync(folder)
      return files - ffree
    },
    /** Changes its options, such as `size=1m`, `nr_inodes=10` or `ro`. */
    remount: (options: string) => void execFileSync('mount', ['-o', `remount,${options}`, folder]),
    unmount: () => void execFileSync('umount', [folder]),
  }
}

/** A small file system in a file, which another program can fill. */
export type SmallDisk = {
  /** Takes all free bytes, as a program does whose log or backup grows. */
  fill: () => void
  /** Gives them back. */
  clear: () => void
  unmount: () => void
}

/** Mounts a small ext4, which nobody can use beyond its size. Needs root on Linux. @param folder an empty folder */
export function mountDisk(folder: string, megabytes: number): SmallDisk {
  const file = `${folder}.ext4`
  const filler = join(folder, 'other-program')
  closeSync(openSync(file, 'w'))
  truncateSync(file, megabytes * 1_000_000)
  execFileSync('mkfs.ext4', ['-q', '-m', '0', file])
  execFileSync('mount', ['-o', 'loop', file, folder])
  return {
    fill: () => {
      const written = openSync(filler, 'a')
      try {
        // The last blocks are taken one by one.
        for (const chunk of [Buffer.alloc(1_048_576, 1), Buffer.alloc(4_096, 1)])
          writeUntilFull(written, chunk)
      } finally {
        closeSync(written)
      }
    },
    clear: () => rmSync(filler, { force: true }),
    unmount: () => {
      execFileSync('umount', [folder])
      rmSync(file, { force: true })
    },
  }
}

/** Appends a chunk until the disk is full. */
function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    while (writeSync(file, chunk) > 0) {}
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Whether packets can be dropped. Installs iptables as root on Debian. */
export const haveIptables = () => havePeer(['iptables'], ['iptables'])

/** Drops all packets from and to a local port, as a broken network does. Needs root on Linux. @returns ends it */
export function dropPackets(port: number): () => void {
  const rules = ['--dport', '--sport'].map((end) => [
    'INPUT',
    '-i',
    'lo',
    '-p',
    'tcp',
    end,
    String(port),
    '-j',
    'DROP',
  ])
  for (const rule of rules) execFileSync('iptables', ['-w', '-I', ...rule])
  return () => {
    for (const rule of rules) execFileSync('iptables', ['-w', '-D', ...rule])
  }
}

/**
 * Takes all connections that PostgreSQL accepts, also those of the nodes.
 * @param endNodes closes the connections of the nodes
 * @returns gives them back
 */
export async function exhaustConnections(
  url: string,
  endNodes: () => Promise<number>,
): Promise<() => Promise<void>> {
  const taken: Client[] = []
  do await takeConnections(url, taken)
  while ((await endNodes()) > 0)
  return async () => {
    await Promise.all(taken.map((client) => client.end()))
  }
}

/** Opens connections until PostgreSQL refuses one. */
async function takeConnections(url: string, taken: Client[]): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString: url, application_name: 'greedy' })
    client.on('error', () => {})
    try {
      await client.connect()
      taken.push(client)
    } catch {
      return
    }
  }
}

/**
 * Names of hosts for one process, whose other names are asked from a server that can be silenced. Needs root on Linux.
 * @param folder for the two files that replace those of the system
 */
export async function openNames(folder: string, names: readonly string[]) {
  const [hosts, resolver] = [join(folder, 'hosts'), join(folder, 'resolv.conf')]
  const known = `127.0.0.1 localhost ${names.join(' ')}\n`
  const silentServer = '127.0.0.9'
  writeFileSync(hosts, known)
  writeFileSync(resolver, `nameserver ${silentServer}\n`)
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(53, silentServer, resolve))
  const mounts = `mount --bind ${hosts} /etc/hosts && mount --bind ${resolver} /etc/resolv.conf`
  return {
    wrapper: ['unshare', '-m', 'sh', '-c', `${mounts} && exec "$@"`, 'sh'],
    /** From now on the names are unknown, and the server for names does not answer. */
    forget: () => writeFileSync(hosts, '127.0.0.1 localhost\n'),
    know: () => writeFileSync(hosts, known),
    close: () => socket.close(),
  }
}

const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** Whether Debian's libfaketime is installed. Installs it as root. */
export const haveFakeTime = () => havePeer(['faketime'], ['faketime'])

/** A clock for one process that a test can move. @param file receives the difference */
export function openClock(file: string) {
  const move = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`)
  move(0)
  return {
    settings: {
      LD_PRELOAD: fakeTime,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    move,
  }
}
