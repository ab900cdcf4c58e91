import { Button } from '@mantine/core'
import type { AuditRow } from '@pontic/contract'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useTexts } from '../../frame/i18n.tsx'
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

const wholeLog = auditListOf(true)
const ownLog = auditListOf(false)

/** The whole audit log, for the platform. */
export const AuditPage = () => <AuditLog isWhole />

/** The entries of the audit log about one's own organization. */
export const OwnAuditPage = () => <AuditLog isWhole={false} />

function AuditLog({ isWhole }: { isWhole: boolean }) {
  const t = useTexts('audit')
  const screens = useTexts('screens')
  const list = isWhole ? wholeLog : ownLog
  const read = useList(list)
  const { save, isBusy } = useExport('audit.createExport')
  const { press, dialog } = useDialogs<RowSubject, 'row'>(dialogs)
  const onSearch: RowSubject['onSearch'] = (change) => read.onSearch({ ...withoutFilters(list), ...change })
  const open = (row: AuditRow) => press('row', { row, isWhole, onSearch })
  return (
    <ListScreen
      list={list}
      read={read}
      press={open}
      title={screens('audit')}
      lead={t(isWhole ? 'lead' : 'ownLead')}
      actions={
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={18} stroke={1.75} />}
          loading={isBusy}
          onClick={() => save({ filter: toFields(list, read.search) })}
        >
          {t('export')}
        </Button>
      }
      above={<SealState isWhole={isWhole} />}
      onOpen={open}
      dialog={dialog}
    />
  )
}
