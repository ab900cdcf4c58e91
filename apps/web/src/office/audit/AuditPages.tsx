import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { startDownload } from '../../ui/download.ts'
import { Page } from '../../ui/Page.tsx'
import { AuditList } from './AuditList.tsx'
import { AuditSearch, type ChangeSearch, filterOf } from './audit-search.ts'
import { SealState } from './SealState.tsx'
import './Audit.css'

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
  const [search, change] = useScreenSearch(AuditSearch)
  return (
    <Page
      title={screens('audit')}
      lead={t(isWhole ? 'lead' : 'ownLead')}
      actions={<ExportButton search={search} />}
    >
      <SealState isWhole={isWhole} />
      <AuditList search={search} onSearch={change as ChangeSearch} isWhole={isWhole} />
    </Page>
  )
}

/** Downloads what the search has, all pages of it, as CSV. */
function ExportButton({ search }: { search: AuditSearch }) {
  const t = useTexts('audit')
  const write = useWrite('audit.createExport')
  const download = async () => {
    const reply = await write.send({ body: { filter: filterOf(search) } })
    if (reply) startDownload(reply.path)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet size={18} stroke={1.75} />}
      loading={write.isBusy}
      onClick={() => void download()}
    >
      {t('export')}
    </Button>
  )
}
