import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { hasPermission } from '../../frame/screens.ts'
import { matching } from '../../frame/search-checks.ts'
import { useSession } from '../../frame/session.ts'
import { IconPlus } from '../../ui/icons.ts'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import type { ListSearch, SetListSearch } from '../../ui/list.ts'
import { useRestoredFocus } from '../../ui/use-opener.ts'
import { workOrderList } from './WorkOrderTable.tsx'

const CreateDialog = lazy(() => import('./CreateDialog.tsx').then((file) => ({ default: file.CreateDialog })))

const operatorList = {
  ...workOrderList,
  empty: {
    drawing: 'letter',
    title: 'support.list.emptyOperator.title',
    text: 'support.list.emptyOperator.text',
  },
} as const

/** `new` opens the dialog of a new request. If its value is an id, the request is a follow-up to the request with this id. */
const more = { new: matching(/^(yes|[0-9a-f-]{36})$/) }

/** Page with the support requests that the user may read (requirement 2.support.list). */
export function WorkOrderListPage() {
  const t = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  const isOperator = hasPermission(session, 'workorder.process')
  const list = isOperator ? operatorList : workOrderList
  const read = useList(list, more)
  return (
    <ListScreen
      list={list}
      read={read}
      press={undefined}
      title={t('screens.workOrders')}
      lead={t(isOperator ? 'support.list.leadPlatform' : 'support.list.lead')}
      actions={<CreateButton {...read} />}
      emptyAction={
        !isOperator && (
          <Button onClick={() => read.onSearch({ new: 'yes' })}>{t('support.create.button')}</Button>
        )
      }
      onOpen={(row) => void navigate({ to: '/work/detail', search: { id: row.id } })}
    />
  )
}

function CreateButton({ search, onSearch }: { search: ListSearch; onSearch: SetListSearch }) {
  const t = useTexts('support.create')
  const [wasOpened, setOpened] = useState(false)
  const isOpen = search.new !== undefined
  if (isOpen && !wasOpened) setOpened(true)
  useRestoredFocus(isOpen)
  return (
    <>
      <Button leftSection={<IconPlus />} onClick={() => onSearch({ new: 'yes' })}>
        {t('button')}
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <CreateDialog
            key={search.new ?? 'yes'}
            follows={search.new === 'yes' ? undefined : search.new}
            isOpen={isOpen}
            onClose={() => onSearch({ new: undefined }, { replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}
