import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'

type Key = Parameters<ReturnType<typeof useTexts<'health.jobs.names'>>>[0]
/** What a job is called; one that this version has no word for by its technical name. */
export function useJobName(): (name: string) => string {
  const t = useTexts('health.jobs.names')
  return useCallback((name) => (t.has(name as Key) ? t(name as Key) : name), [t])
}
