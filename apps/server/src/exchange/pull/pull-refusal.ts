import type { PullReason } from '@pontic/contract'
import { Refusal } from '../../platform/http/fail.ts'
import { DocumentRefusal } from '../order-documents/refusal.shared.ts'

/** Thrown if a candidate can't be imported. `detail`: a file, a field or an error key, cut to 500 characters. */
export class PullRefusal extends Error {
  readonly reason: PullReason
  readonly detail: string

  constructor(reason: PullReason, detail = '') {
    super(`${reason} ${detail}`.trim())
    this.name = 'PullRefusal'
    this.reason = reason
    this.detail = detail.slice(0, 500)
  }
}

const pullReasonByErrorKey: Readonly<Record<string, PullReason>> = {
  'file.quota_full': 'quota_full',
  'file.kind_refused': 'file_kind',
  'file.too_large': 'file_too_large',
  'file.not_finished': 'changing',
  'transport.too_large': 'file_too_large',
  'transport.not_found': 'changing',
}

/**
 * Maps an error to a refusal with the reason that the list of items shows. An error of the remote server that has no reason
 * of its own becomes `peer`, with the error key as detail.
 * @returns undefined for an error that is not the fault of the candidate or of the remote server, such as a full disk
 */
export function refusalOf(error: unknown): PullRefusal | undefined {
  if (error instanceof PullRefusal) return error
  if (error instanceof DocumentRefusal) return new PullRefusal(error.reason, error.detail)
  if (!(error instanceof Refusal)) return undefined
  const known = pullReasonByErrorKey[error.key]
  if (known !== undefined) return new PullRefusal(known)
  return error.key.startsWith('transport.') ? new PullRefusal('peer', error.key) : undefined
}
