import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../frame/i18n.tsx'
import { mayOpen, screenOf } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'
import type { SetListSearch } from '../../../ui/list.ts'
import { canCreateCase } from '../actions/order-actions.ts'

/** The first steps of a clinic without cases. */
export function NoCasesActions({ onSearch }: { onSearch: SetListSearch }) {
  const t = useTexts('orders')
  const session = useSession()
  if (!session || !canCreateCase(session)) return null
  return (
    <>
      <Button onClick={() => onSearch({ new: 'case' })}>{t('newCase')}</Button>
      {mayOpen(screenOf('/followcard/list'), session) && (
        <Button variant="default" component={Link} {...({ to: '/followcard/list' } as object)}>
          {t('findLab')}
        </Button>
      )}
    </>
  )
}
