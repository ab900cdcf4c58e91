import { MultiSelect } from '@mantine/core'
import css from '../../ui/Dialog.module.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import type { PushSetting } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useOrganizationOptions } from '../../people/organizations/use-organization-options.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'

const rules = { users: z.array(z.object({ id: z.string(), name: z.string() })) }

type Props = { subject: PushSetting; isOpen: boolean; onClose: () => void }

/** Selects the clinics and laboratories that use a push setting. */
export function PushUsersDialog({ subject: setting, ...frame }: Props) {
  const t = useTexts('transfers.push.assign')
  const common = useTexts('common')
  const { list, search } = useOrganizationOptions('manage.orgOptions')
  const found = list.map(({ organizationId, name }) => ({ id: organizationId, name }))
  return (
    <FormDialog
      {...frame}
      title={t('title', { name: setting.name })}
      confirm={common('do.save')}
      call="pushSettings.assign"
      rules={rules}
      initial={{ users: setting.organizations }}
      input={({ users }) => ({ body: { id: setting.id, organizationIds: users.map(({ id }) => id) } })}
      lead={<p className={css.dialogNote}>{t('text')}</p>}
      fields={[
        ({ values: { users }, setFieldValue }) => {
          const known = new Map([...users, ...found].map((one) => [one.id, one]))
          return (
            <MultiSelect
              {...search}
              label={t('label')}
              data-autofocus
              data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
              value={users.map(({ id }) => id)}
              onChange={(ids) => {
                const chosen = ids.flatMap((id) => known.get(id) ?? [])
                setFieldValue('users', chosen)
              }}
              nothingFoundMessage={t('none')}
            />
          )
        },
      ]}
      done={(_, { users }) => t('done', { name: setting.name, count: users.length })}
    />
  )
}
