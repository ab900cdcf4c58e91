import { limits, type WorkOrderType, workOrderSettingRoutes } from '@pontic/contract'
import * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useTypeName } from './WorkOrderMarks.tsx'

const rules = { name: workOrderSettingRoutes['worktypes.create'].body.shape.name, operatorId: z.string() }

type Props = { subject: WorkOrderType | undefined; isOpen: boolean; onClose: () => void }

/** Makes or changes a type and says whom its requests go to. */
export function TypeDialog({ subject: type, isOpen, onClose }: Props) {
  const t = useTexts('support.typesPage.dialog')
  const support = useTexts('support')
  const common = useTexts('common')
  const typeName = useTypeName()
  const operators = useRead('operators.listOptions', {}, { isFresh: true })
  const shownName = type ? typeName(type) : ''
  const lengths = { min: limits.workOrderTypeNameLengthMin, max: limits.workOrderTypeNameLengthMax }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={type ? common('label.editOf', { name: shownName }) : support('typesPage.create')}
      confirm={type ? common('do.save') : t('confirmCreate')}
      call={type ? 'worktypes.update' : 'worktypes.create'}
      rules={rules}
      initial={{ name: shownName, operatorId: type?.operatorId ?? '' }}
      draft={`worktype.${type?.id ?? 'new'}`}
      input={({ name, operatorId }) => {
        const chosen = operatorId === '' ? null : operatorId
        if (!type) return { body: { name, operatorId: chosen } }
        // A name that came with the installation keeps its translations unless another one is typed.
        return { body: { id: type.id, operatorId: chosen, ...(name === shownName ? {} : { name }) } }
      }}
      fields={[
        {
          name: 'name',
          label: common('label.name'),
          help: t('nameHelp', lengths),
          maxLength: lengths.max,
          hasFocus: false,
        },
        {
          name: 'operatorId',
          label: support('list.column.operator'),
          help: t('operatorHelp'),
          as: 'select',
          options: [
            { value: '', label: t('nobody') },
            ...withCurrent(operators.data?.list ?? [], type).map(({ id, name }) => ({
              value: id,
              label: name,
            })),
          ],
        },
      ]}
      done={(_, { name }) => (type ? common('savedName', { name }) : common('createdName', { name }))}
    />
  )
}

// An operator who can't sign in at the moment stays with his type until somebody else is chosen.
function withCurrent(list: readonly { id: string; name: string }[], type: WorkOrderType | undefined) {
  if (!type?.operatorId || list.some(({ id }) => id === type.operatorId)) return list
  return [...list, { id: type.operatorId, name: type.operatorName ?? '' }]
}
