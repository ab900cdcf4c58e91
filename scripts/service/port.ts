import { describeListener, findListener, isDescendant } from '../port-owner.ts'
import { isPortTaken } from '../ports.ts'
import { isRunning } from './control.ts'
import { type Installation, readStarted } from './installation.ts'
import type { InstalledSettings } from './settings-file.ts'

/** @throws Error that names the program, if another program than this service listens on the port of the settings */
export async function assertPortFree(
  installation: Installation,
  { config: { host, port }, dataFolder }: InstalledSettings,
): Promise<void> {
  if (!(await isPortTaken(port, host)) || isOwn(installation, dataFolder, port)) return
  throw new Error(
    `Port ${port} is taken by ${describeListener(port)}. Stop it, or set another PONTIC_PORT in ${installation.settingsFile}.`,
  )
}

/** Whether the service itself listens. If nobody can tell who listens, it is assumed to be the running service. */
function isOwn(installation: Installation, dataFolder: string, port: number): boolean {
  if (!isRunning(installation)) return false
  const listener = findListener(port)
  const started = readStarted(dataFolder)
  return listener === undefined || (started !== undefined && isDescendant(listener.pid, started.pid))
}
