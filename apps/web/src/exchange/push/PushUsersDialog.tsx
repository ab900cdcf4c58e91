import { MultiSelect } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import type { PushSetting } from '@pontic/contract'
import { useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { FormDialog } from '../../ui/Dialog.tsx'

const typingMs = 250

/** Says which clinics and laboratories use a push setting. */
export function PushUsersDialog(props: { subject: PushSetting; isOpen: boolean; onClose: () => void }) {
  const { subject: setting, onClose } = props
  const t = useTexts('transfers.push.assign')
  const common = useTexts('common')
  const [users, setUsers] = useState<readonly { id: string; name: string }[]>(setting.organizations)
  const options = useOrganizations()
  const write = useWrite('pushSettings.assign')
  const known = new Map([...users, ...options.list].map((one) => [one.id, one]))
  const submit = async () => {
    const organizationIds = users.map(({ id }) => id)
    if (!(await write.send({ body: { id: setting.id, organizationIds } }))) return
    onClose()
    showNotice({ level: 'info', text: t('done', { name: setting.name, count: users.length }) })
  }
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={onClose}
      title={t('title', { name: setting.name })}
      confirm={common('do.save')}
      isBusy={write.isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="dialog-note">{t('text')}</p>
      <MultiSelect
        label={t('label')}
        searchable
        data-autofocus
        searchValue={options.typed}
        onSearchChange={options.type}
        data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
        value={users.map(({ id }) => id)}
        onChange={(ids) => setUsers(ids.flatMap((id) => known.get(id) ?? []))}
        nothingFoundMessage={t('none')}
        comboboxProps={{ shadow: 'md' }}
      />
    </FormDialog>
  )
}

/** Organizations in use; what is typed is looked for in the server. */
function useOrganizations() {
  const [typed, type] = useState('')
  const [words] = useDebouncedValue(typed.slice(0, 100), typingMs)
  const { data } = useRead('manage.orgOptions', { query: words === '' ? {} : { words } })
  const list = (data?.list ?? []).map(({ organizationId, name }) => ({ id: organizationId, name }))
  return { typed, type, list }
}
