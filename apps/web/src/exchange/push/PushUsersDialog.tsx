import { MultiSelect } from '@mantine/core'
import css from '../../ui/Dialog.module.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import type { PushSetting } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

const typingMs = 250
const rules = { users: z.array(z.object({ id: z.string(), name: z.string() })) }

/** Says which clinics and laboratories use a push setting. */
export function PushUsersDialog(props: { subject: PushSetting; isOpen: boolean; onClose: () => void }) {
  const { subject: setting, onClose } = props
  const t = useTexts('transfers.push.assign')
  const common = useTexts('common')
  const options = useOrganizations()
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={onClose}
      title={t('title', { name: setting.name })}
      confirm={common('do.save')}
      call="pushSettings.assign"
      rules={rules}
      initial={{ users: setting.organizations }}
      input={({ users }) => ({ body: { id: setting.id, organizationIds: users.map(({ id }) => id) } })}
      lead={<p className={css.dialogNote}>{t('text')}</p>}
      fields={[
        ({ values: { users }, setFieldValue }) => {
          const known = new Map([...users, ...options.list].map((one) => [one.id, one]))
          return (
            <MultiSelect
              label={t('label')}
              searchable
              data-autofocus
              searchValue={options.typed}
              onSearchChange={options.type}
              data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
              value={users.map(({ id }) => id)}
              onChange={(ids) =>
                setFieldValue(
                  'users',
                  ids.flatMap((id) => known.get(id) ?? []),
                )
              }
              nothingFoundMessage={t('none')}
              comboboxProps={{ shadow: 'md' }}
            />
          )
        },
      ]}
      done={(_, { users }) => t('done', { name: setting.name, count: users.length })}
    />
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
