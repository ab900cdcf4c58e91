import { Button } from '@mantine/core'
import { openPath } from '../../frame/address.ts'
import type { CallFailure } from '../../frame/failures.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { caseListOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'

/**
 * Whether a failure means that the case does not exist, or that the user may not see it. The server does not distinguish them.
 * `request.invalid` is the reply to an address whose id is not well-formed.
 */
export const isCaseNotFound = ({ key }: Pick<CallFailure, 'key'>): boolean =>
  key === 'order.not_found' || key === 'request.invalid'

/** Shown instead of a case that could not be read. It offers the case list if the case was not found, else a retry. */
export function CaseFailure({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) {
  const t = useTexts('orders.gone')
  const session = useSession()
  if (!isCaseNotFound(failure)) return <ErrorState {...failure} onRetry={onRetry} />
  const list = (session && caseListOf(session)) ?? '/'
  return (
    <EmptyState
      drawing="search"
      title={t('title')}
      text={failure.message}
      action={
        <Button variant="default" onClick={() => openPath(list)}>
          {t('toList')}
        </Button>
      }
    />
  )
}
