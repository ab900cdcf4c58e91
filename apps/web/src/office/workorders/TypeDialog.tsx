import { NativeSelect, TextInput } from '@mantine/core'
import { limits, type WorkOrderType, workOrderSettingRoutes } from '@pontic/contract'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { useTypeName } from './WorkOrderMarks.tsx'

const TypeForm = z.strictObject({
  name: workOrderSettingRoutes['worktypes.create'].body.shape.name,
  operatorId: z.string(),
})

type Props = { subject: WorkOrderType | undefined; isOpen: boolean; onClose: () => void }

/** Makes or changes a type and says whom its requests go to. */
export function TypeDialog({ subject: type, isOpen, onClose }: Props) {
  const t = useTexts('support.typesPage.dialog')
  const support = useTexts('support')
  const common = useTexts('common')
  const typeName = useTypeName()
  const operators = useRead('operators.listOptions', {}, { isFresh: true })
  const { form, submit, isBusy } = useTypeForm(type, onClose)
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={type ? common('label.editOf', { name: typeName(type) }) : support('typesPage.create')}
      confirm={type ? common('do.save') : t('confirmCreate')}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <TextInput
        label={common('label.name')}
        description={t('nameHelp', {
          min: limits.workOrderTypeNameLengthMin,
          max: limits.workOrderTypeNameLengthMax,
        })}
        maxLength={limits.workOrderTypeNameLengthMax}
        withAsterisk
        aria-required
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={support('list.column.operator')}
        description={t('operatorHelp')}
        data={[
          { value: '', label: t('nobody') },
          ...withCurrent(operators.data?.list ?? [], type).map(({ id, name }) => ({
            value: id,
            label: name,
          })),
        ]}
        {...form.getInputProps('operatorId')}
      />
    </FormDialog>
  )
}

// An operator who can't sign in at the moment stays with his type until somebody else is chosen.
function withCurrent(list: readonly { id: string; name: string }[], type: WorkOrderType | undefined) {
  if (!type?.operatorId || list.some(({ id }) => id === type.operatorId)) return list
  return [...list, { id: type.operatorId, name: type.operatorName ?? '' }]
}

function useTypeForm(type: WorkOrderType | undefined, onClose: () => void) {
  const texts = useTexts()
  const typeName = useTypeName()
  const shownName = type ? typeName(type) : ''
  const form = useContractForm({
    schema: TypeForm,
    initial: { name: shownName, operatorId: type?.operatorId ?? '' },
    draft: `worktype.${type?.id ?? 'new'}`,
  })
  const create = useWrite('worktypes.create', { form })
  const update = useWrite('worktypes.update', { form })
  const submit = form.submit(async ({ name, operatorId }) => {
    const chosen = operatorId === '' ? null : operatorId
    // The name that came with the installation stays one in every language unless it is typed anew.
    const renamed = name === shownName ? {} : { name }
    const saved = type
      ? await update.send({ body: { id: type.id, operatorId: chosen, ...renamed } })
      : await create.send({ body: { name, operatorId: chosen } })
    if (!saved) return
    form.forgetDraft()
    onClose()
    showNotice({
      level: 'info',
      text: texts(type ? 'common.savedName' : 'common.createdName', { name }),
    })
  })
  return { form, submit, isBusy: create.isBusy || update.isBusy }
}
