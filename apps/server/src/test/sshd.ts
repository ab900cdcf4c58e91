import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../../scripts/ports.ts'
import { havePeer, runTool, startPeer, untilListening } from './peers.ts'

/** Whether OpenSSH's server is installed. As root on Debian it is installed first. */
export const hasSshd = havePeer(['sshd', 'ssh-keygen', 'setpriv'], ['openssh-server', 'util-linux'])

/** OpenSSH's server on a free port: public key authentication, SFTP only. */
export type SftpServer = {
  port: number
  /** Folder of the files that it serves. */
  folder: string
  userName: string
  privateKey: string
  /** `SHA256:…` of its host key. */
  fingerprint: string
  /** Its log. */
  log: () => string
  close: () => Promise<void>
}

/** Starts the server. Close it in `afterAll`. */
export async function openSftpServer(): Promise<SftpServer> {
  const home = mkdtempSync(join(tmpdir(), 'pontic-sshd-'))
  const at = (name: string) => join(home, name)
  mkdirSync(at('files'))
  // A server that runs as root needs this directory for privilege separation.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  for (const name of ['host', 'client'])
    runTool('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', at(name)])
  writeFileSync(at('authorized'), readFileSync(at('client.pub')))
  chmodSync(at('authorized'), 0o600)
  const port = await findFreePort()
  writeFileSync(at('config'), configOf(home, port))
  const peer = startPeer('sshd', ['-D', '-e', '-f', at('config')])
  await untilListening(port, peer)
  const [, fingerprint = ''] = runTool('ssh-keygen', ['-lf', at('host.pub')]).split(' ')
  return {
    port,
    folder: at('files'),
    userName: userInfo().username,
    privateKey: readFileSync(at('client'), 'utf8'),
    fingerprint,
    log: peer.output,
    close: async () => {
      await peer.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const configOf = (home: string, port: number): string => `Port ${port}
ListenAddress 127.0.0.1
HostKey ${home}/host
PidFile none
AuthorizedKeysFile ${home}/authorized
PasswordAuthentication no
PermitRootLogin prohibit-password
StrictModes no
UsePAM no
LogLevel VERBOSE
Subsystem sftp internal-sftp
ForceCommand internal-sftp -d ${home}/files
AllowTcpForwarding no
X11Forwarding no
`
