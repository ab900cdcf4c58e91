import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { CallFailure } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { caseListOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'

/** Whether a case does not exist, or is not visible to this user. The server does not distinguish the two. */
export const isCaseNotFound = ({ key }: Pick<CallFailure, 'key'>): boolean =>
  key === 'order.not_found' || key === 'request.invalid'

/** Replaces a case that could not be read: a link to the list, or a retry. */
export function CaseFailure({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) {
  const t = useTexts('orders.gone')
  const navigate = useNavigate()
  const session = useSession()
  if (!isCaseNotFound(failure)) return <ErrorState {...failure} onRetry={onRetry} />
  const list = (session && caseListOf(session)) ?? '/'
  return (
    <EmptyState
      drawing="search"
      title={t('title')}
      text={failure.message}
      action={
        <Button variant="default" onClick={() => void navigate({ to: list })}>
          {t('toList')}
        </Button>
      }
    />
  )
}
