import type { ErrorKey } from '@pontic/contract'
import { Refusal } from '../http/fail.ts'

const keysOfCodes: Readonly<Record<string, ErrorKey>> = {
  ENOENT: 'transport.not_found',
  ENOTDIR: 'transport.not_found',
  EACCES: 'transport.denied',
  EPERM: 'transport.denied',
  EROFS: 'transport.denied',
  EISDIR: 'transport.denied',
  ENOSPC: 'transport.no_room',
  EDQUOT: 'transport.no_room',
  ETIMEDOUT: 'transport.timeout',
  ESOCKETTIMEDOUT: 'transport.timeout',
  ECONNREFUSED: 'transport.unreachable',
  EHOSTUNREACH: 'transport.unreachable',
  ENETUNREACH: 'transport.unreachable',
  ENOTFOUND: 'transport.unreachable',
  EAI_AGAIN: 'transport.unreachable',
  ECONNRESET: 'transport.broken_off',
  EPIPE: 'transport.broken_off',
  ERR_STREAM_PREMATURE_CLOSE: 'transport.broken_off',
}

const certificateCode = /^(ERR_TLS_|ERR_SSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/

/**
 * Maps a failure of a connection or file operation to a refusal. The refusal omits the peer's error text, which may contain
 * internal data.
 */
export function refusalOfFailure(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code, name, cause } = (error ?? {}) as { code?: unknown; name?: string; cause?: unknown }
  if (cause instanceof Refusal) return cause
  const text = typeof code === 'string' ? code : ''
  const known = keysOfCodes[text]
  if (known !== undefined) return new Refusal(known)
  if (certificateCode.test(text)) return new Refusal('transport.certificate_wrong')
  return new Refusal(name === 'TimeoutError' ? 'transport.timeout' : 'transport.failed')
}

/** Runs one operation of a transport. @throws the refusal that `describe` maps its failure to */
export async function mapFailures<Result>(
  operation: () => Promise<Result>,
  describe: (error: unknown) => Refusal = refusalOfFailure,
): Promise<Result> {
  try {
    return await operation()
  } catch (error) {
    throw describe(error)
  }
}
