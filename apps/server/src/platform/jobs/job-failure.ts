import type { JobFailure } from '@pontic/contract'

// The first match determines the failure. Only these keys are shown, because the error text can contain addresses, statements
// and paths.
const patterns: readonly (readonly [RegExp, JobFailure])[] = [
  [/transport\.(address_\w+|redirected)|private address/, 'address'],
  [/transport\.(login_refused|private_key_unreadable|host_key_wrong)/, 'credentials'],
  [/transport\.certificate_wrong|certificate|CERT_|ERR_TLS|SSL routines/i, 'certificate'],
  [/The file storage /, 'storage'],
  [/transport\.denied/, 'denied'],
  [/transport\.no_room|ENOSPC|EDQUOT|server\.disk_full/, 'storage_full'],
  [/transport\.(not_found|listing_invalid|path_invalid|no_folder_root)|ENOENT/, 'gone'],
  [/transport\.timeout|ETIMEDOUT|timed? ?out|TimeoutError|Greeting never received/i, 'timeout'],
  [/transport\.answer_refused/, 'refused'],
  [/EAUTH|Invalid login|authentication (failed|unsuccessful)|Missing credentials/i, 'credentials'],
  [
    /transport\.(unreachable|broken_off)|ECONN\w+|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|EDNS|ESOCKET|socket (hang up|close)|Connection (closed|terminated)|fetch failed/i,
    'unreachable',
  ],
  [
    /EMESSAGE|EENVELOPE|recipients? (was|were) rejected|command failed|Message failed|answered (with )?\d{3}/i,
    'refused',
  ],
  [
    /violates|deadlock detected|relation "|column "|syntax error at|remaining connection slots|could not serialize|invalid input syntax/,
    'database',
  ],
  [/EACCES|EROFS|EIO|EPERM/, 'storage'],
  [/No task|Unsupported task|task identifier/i, 'unknown_job'],
]

const reply = /(?:reject\w*|answer\w*|response|status|code|failed|login)\D{0,60}?\b([3-5]\d\d)\b/i

/**
 * Maps the error text of a job to a key that is safe to show.
 * @param text error as the queue stores it
 * @returns the key, and the status of the peer's reply (SMTP, HTTP), if any
 */
export function toJobFailure(text: string): { failure: JobFailure; reply: number | null } {
  const failure = patterns.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
  const found = failure === 'refused' || failure === 'credentials' ? reply.exec(text)?.[1] : undefined
  return { failure, reply: found === undefined ? null : Number(found) }
}
