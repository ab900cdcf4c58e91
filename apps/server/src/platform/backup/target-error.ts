import { translate } from '@pontic/messages'
import { Refusal } from '../http/fail.ts'

/**
 * Returns what is wrong with a target in a sentence, for logs and commands. Refusals of a transport are keys of texts in the
 * web app. Other errors have their own message.
 */
export function describeTargetError(error: unknown): string {
  if (error instanceof Refusal && error.key.startsWith('transport.'))
    return `The target of the backups cannot be used. ${translate('en_US', `errors.${error.key}`, error.params)}`
  return error instanceof Error ? error.message : String(error)
}
