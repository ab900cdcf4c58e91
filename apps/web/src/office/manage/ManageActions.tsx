import { ActionIcon, Button } from '@mantine/core'
import type { RouteCall, Routes } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { IconFileSpreadsheet, IconPlus } from '../../ui/icons.ts'
import { Tip } from '../../ui/Tip.tsx'
import { type ExportCall, useExport } from '../../ui/use-export.ts'

/** The buttons of a list of the back office: an export with the current filters, and "create". */
export function ManageActions(props: {
  query: RouteCall<Routes['manage.createExport']>['body']
  create: string
  onCreate: () => void
}) {
  return (
    <>
      <ExportButton call="manage.createExport" body={props.query} />
      <Button leftSection={<IconPlus />} onClick={props.onCreate}>
        {props.create}
      </Button>
    </>
  )
}

/** Button that downloads a list as CSV. @param props.body the filters of the list */
export function ExportButton<N extends ExportCall>(props: { call: N; body: RouteCall<Routes[N]>['body'] }) {
  const t = useTexts('manage')
  const { save, isBusy } = useExport(props.call)
  return (
    <Tip label={t('export')}>
      {(target) => (
        <ActionIcon
          {...target}
          variant="default"
          size="input-sm"
          aria-label={t('export')}
          loading={isBusy}
          onClick={() => save(props.body)}
        >
          <IconFileSpreadsheet />
        </ActionIcon>
      )}
    </Tip>
  )
}
