import type { OrganizationState, UserState } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import './Manage.css'

/** How an organization or a user stands, told by word and colour. */
export function StateText({ state }: { state: OrganizationState | UserState }) {
  const t = useTexts('common.state')
  return (
    <span className="manage-state" data-state={state}>
      {t(state)}
    </span>
  )
}
