import type { OrganizationState, UserState } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import css from './Manage.module.css'

/** How an organization or a user stands, told by word and colour. */
export function StateText({ state }: { state: OrganizationState | UserState }) {
  const t = useTexts('common.state')
  return (
    <span className={css.manageState} data-state={state}>
      {t(state)}
    </span>
  )
}
