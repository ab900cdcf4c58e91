import type { Order } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../frame/i18n.tsx'
import { oneOf } from '../../frame/search-checks.ts'
import { ListPanel, useList, useListSearch } from '../../ui/ListScreen.tsx'
import { firstPage, toFields } from '../../ui/list.ts'
import { Page } from '../../ui/Page.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { caseList, deletedList } from './CaseTables.tsx'
import css from './Manage.module.css'
import { ExportButton } from './ManageActions.tsx'

const dialogs = {
  delete: dialogOf(() => import('./DeleteDialogs.tsx').then((file) => file.DeleteCase)),
} as const

const more = { deleted: oneOf('yes') }

/** Page with the cases of all organizations. A second tab has the deleted cases (requirement 2.route.manage.order). */
export function CasesPage() {
  const t = useTexts()
  const [search, onSearch] = useListSearch(caseList, more)
  const isDeleted = search.deleted === 'yes'
  const show = (deleted: 'yes' | undefined) => onSearch({ deleted, ...firstPage })
  return (
    <Page
      title={t('screens.manageOrders')}
      lead={t('manage.case.lead')}
      actions={!isDeleted && <ExportButton call="orders.createExport" body={toFields(caseList, search)} />}
    >
      <nav className={css.tabs} aria-label={t('common.label.views')}>
        <button type="button" aria-current={!isDeleted} onClick={() => show(undefined)}>
          {t('screens.manageOrders')}
        </button>
        <button type="button" aria-current={isDeleted} onClick={() => show('yes')}>
          {t('manage.case.deleted')}
        </button>
      </nav>
      {isDeleted ? <DeletedCases /> : <ActiveCases />}
    </Page>
  )
}

function ActiveCases() {
  const navigate = useNavigate()
  const read = useList(caseList)
  const { press, dialog } = useDialogs<Order, 'delete'>(dialogs)
  return (
    <>
      <ListPanel
        list={caseList}
        read={read}
        press={press}
        onOpen={({ id }) => void navigate({ to: '/order/detail/$id', params: { id } })}
      />
      {dialog}
    </>
  )
}

function DeletedCases() {
  return <ListPanel list={deletedList} read={useList(deletedList)} press={undefined} />
}
