import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../frame/i18n.tsx'
import { mayOpen, screenOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { isNarrowed, withoutFilters } from './list-search.ts'
import type { ListProps } from './OrderTable.tsx'
import { canCreateCase } from './order-actions.ts'

/** An empty list: what belongs here and the first step; a narrowed one: the way back to all. */
export function NoCases({ search, setSearch }: ListProps) {
  const t = useTexts('orders.empty')
  const orders = useTexts('orders')
  const session = useSession()
  if (!session) return null
  if (isNarrowed(search)) {
    return (
      <EmptyState
        drawing="search"
        title={t('nothingFound')}
        text={t('nothingFoundText')}
        action={
          <Button variant="default" onClick={() => setSearch(withoutFilters)}>
            {t('showAll')}
          </Button>
        }
      />
    )
  }
  if (!canCreateCase(session)) return <EmptyState drawing="cases" title={t('lab')} text={t('labText')} />
  return (
    <EmptyState
      drawing="cases"
      title={t('clinic')}
      text={t('clinicText')}
      action={
        <>
          <Button onClick={() => setSearch({ new: 'case' })}>{orders('newCase')}</Button>
          {mayOpen(screenOf('/followcard/list'), session) && (
            <Button variant="default" component={Link} {...({ to: '/followcard/list' } as object)}>
              {orders('findLab')}
            </Button>
          )}
        </>
      }
    />
  )
}
