import { translate } from '@pontic/messages'
import { Refusal } from '../http/fail.ts'

/**
 * Explains in an English sentence why a target cannot be used. Logs and commands print it. An error of a transport has the text of
 * the web app; any other error has its own message.
 */
export function describeTargetError(error: unknown): string {
  if (error instanceof Refusal && error.key.startsWith('transport.'))
    return `The target of the backups cannot be used. ${translate('en_US', `errors.${error.key}`, error.params)}`
  return error instanceof Error ? error.message : String(error)
}
