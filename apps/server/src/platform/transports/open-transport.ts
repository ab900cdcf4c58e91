import type { TransferLocation, TransferSecrets } from '@pontic/contract'
import { fail } from '../http/fail.ts'
import { openFolder } from './folder.ts'
import { openHttps } from './https.ts'
import { openS3 } from './s3.ts'
import { openSftp } from './sftp.ts'
import type { Transport, TransportPolicy, TransportReader } from './transport.ts'

/**
 * Opens a writable transport. The caller must close it.
 * @throws transport.address_invalid if the kind is read-only or a field that it requires is missing
 * @throws transport.* if the peer cannot be reached or is not allowed
 */
export async function openTransport(
  location: TransferLocation,
  secrets: TransferSecrets,
  policy: TransportPolicy,
): Promise<Transport> {
  const { allowsPrivate, folderRoot } = policy
  switch (location.kind) {
    case 'folder':
      return await openFolder({ folder: location.folder, folderRoot })
    case 'sftp':
      return await openSftp({ ...sshLocationOf(location), ...secrets, allowsPrivate })
    case 's3':
      return await openS3({
        address: location.address,
        region: location.region ?? fail('transport.address_invalid'),
        bucket: location.bucket ?? fail('transport.address_invalid'),
        folder: location.folder,
        accessKeyId: location.userName ?? fail('transport.address_invalid'),
        secretAccessKey: secrets.password ?? fail('transport.login_refused'),
        allowsPrivate,
      })
    default:
      return fail('transport.address_invalid')
  }
}

/** Opens a transport for reading. It supports the kinds of `openTransport`, and folders that a web server lists. */
export async function openReader(
  location: TransferLocation,
  secrets: TransferSecrets,
  policy: TransportPolicy,
): Promise<TransportReader> {
  if (location.kind !== 'https') return await openTransport(location, secrets, policy)
  const { userName, address } = location
  return openHttps({ address, userName, password: secrets.password, allowsPrivate: policy.allowsPrivate })
}

/**
 * Returns the host and port of the address `sftp://host:port`, and the other fields of an SFTP location.
 * @throws transport.address_invalid if the address is malformed, or the user name or fingerprint is missing
 */
function sshLocationOf({ address, folder, userName, hostFingerprint }: TransferLocation) {
  const url = URL.parse(address)
  if (url === null || url.hostname === '' || userName === null || hostFingerprint === null)
    fail('transport.address_invalid')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { host, port: Number(url.port) || 22, folder, userName, hostFingerprint }
}
