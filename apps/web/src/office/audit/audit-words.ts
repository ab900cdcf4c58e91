import { type AuditActorKind, type AuditRow, auditActorOf, auditObjectOf } from '@pontic/contract'
import { auditSentenceKey, type MessageKey } from '@pontic/messages'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'

type Key = Parameters<ReturnType<typeof useTexts<'audit'>>>[0]

// Message keys of other screens, which replace keys of the group `audit`: `features.audit` shows the text of `screens.audit`.
const shared: Readonly<Record<string, MessageKey>> = {
  'features.audit': 'screens.audit',
  'features.conversation': 'common.label.conversation',
  'features.deliveries': 'screens.pushDeliveries',
  'features.erasure': 'common.label.erasures',
  'features.erasures': 'common.label.erasures',
  'features.files': 'common.label.files',
  'features.keys': 'screens.apiKeys',
  'features.members': 'common.label.members',
  'features.meshes': 'common.label.scans',
  'features.operators': 'screens.operators',
  'features.orders': 'common.label.cases',
  'features.organizations': 'screens.manageOrganizations',
  'features.partners': 'screens.partners',
  'features.patients': 'screens.patients',
  'features.pullSettings': 'screens.pullSettings',
  'features.pushSettings': 'screens.pushSettings',
  'features.retention': 'screens.retention',
  'features.session': 'common.label.signIn',
  'features.twoFactor': 'screens.security',
  'features.workorders': 'screens.workOrders',
  'features.worktypes': 'screens.workOrderTypes',
  'objects.account': 'common.label.account',
  'objects.audit': 'screens.audit',
  'objects.invitation': 'screens.invitation',
  'objects.job': 'common.label.job',
  'objects.key': 'common.label.apiKey',
  'objects.order': 'common.label.case',
  'objects.organization': 'common.label.organization',
  'objects.patient': 'common.label.patient',
  'objects.session': 'common.label.signIn',
}

const actorKeys = {
  former: 'accounts.formerName',
  staff: 'audit.platformStaff',
  portal: 'audit.itself',
  visitor: 'audit.nobody',
} as const satisfies Record<Exclude<AuditActorKind, 'person'>, MessageKey>

/** Returns functions that map technical names in the log to texts. A name without a text is returned unchanged. */
export function useAuditWords() {
  const t = useTexts('audit')
  const texts = useTexts()
  const wordOf = useCallback(
    (path: string, name: string) => {
      const isKey = (text: string): text is Key => t.has(text as Key)
      const key = shared[path]
      if (key !== undefined) return texts(key)
      return isKey(path) ? t(path) : name
    },
    [t, texts],
  )
  const who = useCallback(
    (row: AuditRow) => {
      const kind = auditActorOf(row)
      return kind === 'person' ? (row.by?.name ?? '') : texts(actorKeys[kind])
    },
    [texts],
  )
  const action = useCallback((name: string) => wordOf(`actions.${name}`, name), [wordOf])
  return {
    /** `orders.ship` → “Case shipped”. */
    action,
    /** `orders` → “Cases”. */
    feature: useCallback((name: string) => wordOf(`features.${name}`, name), [wordOf]),
    /** `order` → “case”. */
    object: useCallback((name: string) => wordOf(`objects.${name}`, name), [wordOf]),
    /** Returns the actor: a person's name, the platform's staff, a visitor without an account, or the portal itself. */
    who,
    /** “Alice Brook accepted case C26-7KQ2MX”. */
    sentence: useCallback(
      (row: AuditRow) => {
        const key = auditSentenceKey(row.action)
        if (key === undefined) return action(row.action)
        return texts(key, { actor: who(row), object: auditObjectOf(row) })
      },
      [texts, who, action],
    ),
  }
}

/** Formats a value of a row: a string unchanged, anything else as JSON. @param empty text for an empty value */
export function valueText(value: unknown, empty: string): string {
  if (value === null || value === undefined || value === '') return empty
  return typeof value === 'string' ? value : JSON.stringify(value)
}
