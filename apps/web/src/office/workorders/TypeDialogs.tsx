import { limits, type WorkOrderType, workOrderSettingRoutes } from '@pontic/contract'
import * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog } from '../../ui/Dialog.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useTypeName } from './WorkOrderMarks.tsx'

const rules = { name: workOrderSettingRoutes['worktypes.create'].body.shape.name, operatorId: z.string() }

type Props = { isOpen: boolean; onClose: () => void }

/** Creates or edits a type of requests and its operator. */
export function EditType({ subject: type, ...frame }: Props & { subject: WorkOrderType | undefined }) {
  const t = useTexts('support')
  const common = useTexts('common')
  const typeName = useTypeName()
  const operators = useRead('operators.listOptions', {}, { isFresh: true })
  const shownName = type ? typeName(type) : ''
  const options = withCurrent(operators.data?.list ?? [], type)
  const lengths = { min: limits.workOrderTypeNameLengthMin, max: limits.workOrderTypeNameLengthMax }
  return (
    <FormDialog
      {...frame}
      title={type ? common('label.editOf', { name: shownName }) : t('typesPage.create')}
      confirm={type ? common('do.save') : t('typesPage.dialog.confirmCreate')}
      call={type ? 'worktypes.update' : 'worktypes.create'}
      rules={rules}
      initial={{ name: shownName, operatorId: type?.operatorId ?? '' }}
      draft={`worktype.${type?.id ?? 'new'}`}
      input={({ name, operatorId }) => {
        const chosen = operatorId === '' ? null : operatorId
        if (!type) return { body: { name, operatorId: chosen } }
        // An unchanged name is not sent, so that a built-in type keeps its translations.
        return { body: { id: type.id, operatorId: chosen, ...(name === shownName ? {} : { name }) } }
      }}
      fields={[
        {
          name: 'name',
          label: common('label.name'),
          help: t('typesPage.dialog.nameHelp', lengths),
          maxLength: lengths.max,
          hasFocus: false,
        },
        {
          name: 'operatorId',
          label: t('list.column.operator'),
          help: t('typesPage.dialog.operatorHelp'),
          as: 'select',
          options: [
            { value: '', label: t('typesPage.dialog.nobody') },
            ...options.map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
      ]}
      done={(_, { name }) => (type ? common('savedName', { name }) : common('createdName', { name }))}
    />
  )
}

// Adds the current operator to the options, which do not contain an operator with a disabled account.
function withCurrent(list: readonly { id: string; name: string }[], type: WorkOrderType | undefined) {
  if (!type?.operatorId || list.some(({ id }) => id === type.operatorId)) return list
  return [...list, { id: type.operatorId, name: type.operatorName ?? '' }]
}

/** Asks for confirmation before a type is deleted. */
export function DeleteType({ subject: type, ...frame }: Props & { subject: WorkOrderType }) {
  const t = useTexts('support.typesPage.remove')
  const common = useTexts('common')
  const name = useTypeName()(type)
  return (
    <ConfirmCallDialog
      {...frame}
      title={common('deleteName', { name })}
      confirm={t('confirm')}
      isDangerous
      call="worktypes.delete"
      input={{ params: { id: type.id } }}
      done={common('deletedName', { name })}
    >
      <p>{t('text', { open: type.open })}</p>
    </ConfirmCallDialog>
  )
}
