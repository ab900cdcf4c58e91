import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { CallFailure } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { caseListOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'

/** Whether a case could not be read because it is not there, or not for this person: the two look the same. */
export const isCaseGone = ({ key }: Pick<CallFailure, 'key'>): boolean =>
  key === 'order.not_found' || key === 'request.invalid'

/** What stands in place of a case that could not be read: the way to the others, or another try. */
export function CaseFailure({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) {
  const t = useTexts('orders.gone')
  const navigate = useNavigate()
  const session = useSession()
  if (!isCaseGone(failure)) return <ErrorState {...failure} onRetry={onRetry} />
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
