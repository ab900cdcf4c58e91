import { type AuditAction, auditActions } from '@pontic/contract'
import type { MessageKey } from './catalogue.ts'

// Actions with the sentence of another action.
const sameSentence = {
  'manage.resetUserTwoFactor': 'twoFactor.reset',
  'manage.restoreOrder': 'orders.restore',
  'manage.updateOrganization': 'organizations.update',
  'members.update': 'manage.updateUser',
  'meshes.picture': 'meshes.level',
  'orders.answer': 'conversation.answer',
  'orders.questionWithdrawn': 'conversation.withdrawal',
} as const satisfies Partial<Record<AuditAction, AuditAction>>

type SentenceKey = Extract<MessageKey, `audit.sentences.${string}`>

/** An action with a sentence of its own. */
type SentenceAction = Exclude<AuditAction, keyof typeof sameSentence>

// Fails to compile if an action has no sentence.
const keyOf = (action: SentenceAction): SentenceKey => `audit.sentences.${action}`

const known: ReadonlySet<string> = new Set(auditActions)

/**
 * Returns the key of the sentence about an action of the audit log, undefined for an unknown action. Placeholders are `actor`
 * and, if the sentence names the object of the row, `object`.
 */
export function auditSentenceKey(action: string): SentenceKey | undefined {
  if (!known.has(action)) return undefined
  return keyOf(
    (sameSentence as Partial<Record<string, SentenceAction>>)[action] ?? (action as SentenceAction),
  )
}
