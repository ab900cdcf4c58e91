import type { AuditRow } from '@pontic/contract'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'

type Key = Parameters<ReturnType<typeof useTexts<'audit'>>>[0]

/**
 * Words for what stands in the log as a technical name. What this version has no word for is told by its name: rows of
 * other versions stay in the log.
 */
export function useAuditWords() {
  const t = useTexts('audit')
  const wordOf = useCallback(
    (path: string, name: string) => (t.has(path as Key) ? t(path as Key) : name),
    [t],
  )
  return {
    /** `orders.ship` → “Case shipped”. */
    action: useCallback((name: string) => wordOf(`actions.${name}`, name), [wordOf]),
    /** `orders` → “Cases”. */
    feature: useCallback((name: string) => wordOf(`features.${name}`, name), [wordOf]),
    /** `order` → “case”. */
    object: useCallback((name: string) => wordOf(`objects.${name}`, name), [wordOf]),
    /** Who did it: a name, the platform's staff, somebody without an account, or Pontic itself. */
    who: useCallback(
      (row: AuditRow) => {
        if (row.by) return row.by.name ?? t('gone')
        if (row.isPlatform) return t('platformStaff')
        return row.address === '' ? t('itself') : t('nobody')
      },
      [t],
    ),
  }
}

/** A value of a row as text: words as they are, the rest as JSON. @param nothing what stands for none */
export function valueText(value: unknown, nothing: string): string {
  if (value === null || value === undefined || value === '') return nothing
  return typeof value === 'string' ? value : JSON.stringify(value)
}
