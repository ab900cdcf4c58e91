import { Button } from '@mantine/core'
import type { AuditRow } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { IconFileSpreadsheet } from '../../ui/icons.ts'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { toFields, withoutFilters } from '../../ui/list.ts'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { useExport } from '../../ui/use-export.ts'
import type { RowSubject } from './AuditRowDialog.tsx'
import { auditListOf } from './AuditTable.tsx'
import { SealState } from './SealState.tsx'

const dialogs = {
  row: dialogOf(() => import('./AuditRowDialog.tsx').then((file) => file.AuditRowDialog)),
} as const

const platformLog = auditListOf(true)
const ownLog = auditListOf(false)

/** The audit log of all organizations, for the platform. */
export const AuditPage = () => <AuditLog isPlatformLog />

/** The rows of the audit log about the user's organization. */
export const OwnAuditPage = () => <AuditLog isPlatformLog={false} />

function AuditLog({ isPlatformLog }: { isPlatformLog: boolean }) {
  const t = useTexts('audit')
  const screens = useTexts('screens')
  const list = isPlatformLog ? platformLog : ownLog
  const read = useList(list)
  const { save, isBusy } = useExport('audit.createExport')
  const { press, dialog } = useDialogs<RowSubject, 'row'>(dialogs)
  const onSearch: RowSubject['onSearch'] = (change) => read.onSearch({ ...withoutFilters(list), ...change })
  const open = (row: AuditRow) => press('row', { row, isPlatformLog, onSearch })
  return (
    <ListScreen
      list={list}
      read={read}
      press={open}
      title={screens('audit')}
      lead={t(isPlatformLog ? 'lead' : 'ownLead')}
      actions={
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet />}
          loading={isBusy}
          onClick={() => save({ filter: toFields(list, read.search) })}
        >
          {t('export')}
        </Button>
      }
      above={<SealState isPlatformLog={isPlatformLog} />}
      onOpen={open}
      dialog={dialog}
    />
  )
}
