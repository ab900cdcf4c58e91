import { Button } from '@mantine/core'
import type { AuditRow } from '@pontic/contract'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { toFields, withoutFilters } from '../../ui/list.ts'
import { useExport } from '../../ui/use-export.ts'
import { useOpener } from '../../ui/use-opener.ts'
import { auditListOf } from './AuditTable.tsx'
import { SealState } from './SealState.tsx'
import './Audit.module.css'

const AuditRowDialog = lazy(() =>
  import('./AuditRowDialog.tsx').then((file) => ({ default: file.AuditRowDialog })),
)

const wholeLog = auditListOf(true)
const ownLog = auditListOf(false)

/** The whole audit log, for the platform. */
export function AuditPage() {
  return <AuditLog isWhole />
}

/** What of the audit log is one's own organization's. */
export function OwnAuditPage() {
  return <AuditLog isWhole={false} />
}

function AuditLog({ isWhole }: { isWhole: boolean }) {
  const t = useTexts('audit')
  const screens = useTexts('screens')
  const list = isWhole ? wholeLog : ownLog
  const read = useList(list)
  const { save, isBusy } = useExport('audit.createExport')
  const [opened, open] = useState<AuditRow>()
  useOpener(opened !== undefined)
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
      dialog={
        <Suspense fallback={null}>
          {opened && (
            <AuditRowDialog
              row={opened}
              isWhole={isWhole}
              onSearch={(change) => {
                open(undefined)
                read.onSearch({ ...withoutFilters(list), ...change })
              }}
              onClose={() => open(undefined)}
            />
          )}
        </Suspense>
      }
    />
  )
}
