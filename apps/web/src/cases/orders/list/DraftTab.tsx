import { useRead } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import type { ListSearch, SetListSearch } from '../../../ui/list.ts'
import { canCreateCase } from '../actions/order-actions.ts'
import { draftsView } from './drafts-view.ts'
import { unfilteredList } from './saved-view.ts'

/** The tab with the drafts of new cases and their number. It is hidden while there are none. */
export function DraftTab({ search, setSearch }: { search: ListSearch; setSearch: SetListSearch }) {
  const t = useTexts('orders.drafts')
  const session = useSession()
  const isCreator = session !== undefined && canCreateCase(session)
  const drafts = useRead('drafts.list', { body: { pageSize: 1 } }, { isEnabled: isCreator })
  const isShown = search.view === draftsView
  const total = drafts.data?.total ?? 0
  if (!isCreator || (total === 0 && !isShown)) return null
  return (
    <button
      type="button"
      aria-current={isShown}
      onClick={() => setSearch({ ...unfilteredList, view: draftsView })}
    >
      {t('title')} <span className="figures">{total}</span>
    </button>
  )
}
