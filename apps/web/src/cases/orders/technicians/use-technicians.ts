import type { Technician } from '@pontic/contract'
import { useRead } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { hasPermission } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'

/** Reads the members of the user's laboratory who can be assigned to cases; undefined while they load, and for other users. */
export function useTechnicians(): readonly Technician[] | undefined {
  const isEnabled = hasPermission(useSession(), 'order.accept')
  const { data } = useRead('orders.listTechnicians', {}, { isEnabled })
  return isEnabled ? data?.list : undefined
}

/** Returns the options of the filter by technician: the user, nobody, and the other members. Undefined hides the filter. */
export function useTechnicianOptions() {
  const t = useTexts('orders')
  const session = useSession()
  const technicians = useTechnicians()
  return (
    technicians && [
      { value: 'me', label: t('views.mine') },
      { value: 'none', label: t('assign.nobody') },
      ...technicians
        .filter(({ id }) => id !== session?.account_id)
        .map(({ id, name }) => ({ value: id, label: name })),
    ]
  )
}
