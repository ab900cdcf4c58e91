import { spawnSync } from 'node:child_process'
import { root } from '../places.ts'

// Works without the namespaces and control groups that other isolations need, also within a container.
const environment = { BUILDAH_ISOLATION: 'chroot', ...process.env }

/** Runs buildah. @returns its output without the last line break @throws Error if it fails */
export function buildah(args: readonly string[]): string {
  const done = spawnSync('buildah', args, { cwd: root, env: environment, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`buildah ${args[0]} ended with ${done.status}: ${done.stderr}`)
  return done.stdout.trim()
}

/** Runs a program whose output is shown only if it fails. @throws Error with the end of the output if it fails */
export function runStep(command: string, args: readonly string[], cwd = root): void {
  const done = spawnSync(command, args, {
    cwd,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (done.status === 0) return
  const output = `${done.stdout ?? ''}${done.stderr ?? ''}`.slice(-4000)
  throw new Error(`${command} ended with ${done.status ?? done.error}: ${output}`)
}

/** Whether an image exists on this machine. */
export const hasImage = (tag: string): boolean =>
  spawnSync('buildah', ['inspect', '--type', 'image', tag], { stdio: 'ignore' }).status === 0

/** Returns the size of an image in bytes, uncompressed, including its base. */
export function sizeOfImage(tag: string): number {
  const [image] = JSON.parse(buildah(['images', '--json', tag])) as { size: string }[]
  const [, count, unit] = /^([\d.]+) (\w+)$/.exec(image!.size)!
  const units: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }
  return Number(count) * units[unit!]!
}
