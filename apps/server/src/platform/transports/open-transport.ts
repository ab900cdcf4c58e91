import type { TransferLocation, TransferSecrets } from '@pontic/contract'
import { fail } from '../http/fail.ts'
import { openFolder } from './folder.ts'
import { openHttps } from './https.ts'
import { openS3 } from './s3.ts'
import { openSftp } from './sftp.ts'
import type { Transport, TransportPolicy, TransportReader } from './transport.ts'

/**
 * Opens a writable transport. The caller must close it.
 * @throws transport.address_invalid if a field that its kind needs is missing
 * @throws transport.* if the peer cannot be reached or is not allowed
 */
export async function openTransport(
  place: TransferLocation,
  secrets: TransferSecrets,
  policy: TransportPolicy,
): Promise<Transport> {
  const { allowsPrivate, folderRoot } = policy
  switch (place.kind) {
    case 'folder':
      return await openFolder({ folder: place.folder, folderRoot })
    case 'sftp':
      return await openSftp({ ...sshLocationOf(place), ...secrets, allowsPrivate })
    case 's3':
      return await openS3({
        address: place.address,
        region: place.region ?? fail('transport.address_invalid'),
        bucket: place.bucket ?? fail('transport.address_invalid'),
        folder: place.folder,
        accessKeyId: place.userName ?? fail('transport.address_invalid'),
        secretAccessKey: secrets.password ?? fail('transport.login_refused'),
        allowsPrivate,
      })
    default:
      return fail('transport.address_invalid')
  }
}

/** Opens a transport for reading. It supports the kinds of `openTransport`, and folders that a web server lists. */
export async function openReader(
  place: TransferLocation,
  secrets: TransferSecrets,
  policy: TransportPolicy,
): Promise<TransportReader> {
  if (place.kind !== 'https') return await openTransport(place, secrets, policy)
  const { userName, address } = place
  return openHttps({ address, userName, password: secrets.password, allowsPrivate: policy.allowsPrivate })
}

/** Parses host, port and user of `sftp://host:port`. */
function sshLocationOf({ address, folder, userName, hostFingerprint }: TransferLocation) {
  const url = URL.parse(address)
  if (url === null || url.hostname === '' || userName === null || hostFingerprint === null)
    fail('transport.address_invalid')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { host, port: Number(url.port) || 22, folder, userName, hostFingerprint }
}
