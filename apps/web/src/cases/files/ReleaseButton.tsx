import { fileReleaseStatuses, type OrderDetail } from '@pontic/contract'
import { useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { IconDatabaseMinus } from '../../ui/icons.ts'
import { ConfirmCall } from '../orders/actions/ConfirmCall.tsx'
import { canReleaseFiles } from '../orders/actions/order-actions.ts'
import { SmallButton } from '../orders/buttons.tsx'

/**
 * Deletes the contents of the clinic's files of a completed case, which frees storage. The names stay listed. Empty if the user may
 * not delete the contents, or if there are none.
 */
export function ReleaseButton({ detail }: { detail: OrderDetail }) {
  const t = useTexts('released')
  const { size } = useFormats()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const { order } = detail
  const files = detail.files.filter((file) => file.party === 'clinic' && file.state === 'verified')
  const isReleasable = fileReleaseStatuses.some((status) => status === order.status)
  if (!session || !isReleasable || files.length === 0 || !canReleaseFiles(order, session)) return null
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
  const values = {
    count: files.length,
    size: size(sizeBytes),
    number: order.number,
    lab: order.labName ?? '',
  }
  return (
    <>
      <SmallButton
        icon={IconDatabaseMinus}
        color="gray"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setOpen(true)}
      >
        {t('button')}
      </SmallButton>
      <ConfirmCall
        orderId={order.id}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('title')}
        confirm={t('button')}
        isDangerous
        call="files.release"
        input={{ body: { id: order.id } }}
        text={t('text', values)}
        done={({ freedBytes }) =>
          freedBytes === 0 ? t('doneShared') : t('done', { size: size(freedBytes) })
        }
      />
    </>
  )
}
