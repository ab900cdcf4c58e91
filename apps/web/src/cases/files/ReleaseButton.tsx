import { Button } from '@mantine/core'
import { fileReleaseStatuses, type OrderDetail } from '@pontic/contract'
import { IconDatabaseMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { AskDialog } from '../../ui/Dialog.tsx'
import { canReleaseFiles } from '../orders/actions/order-actions.ts'
import { useCaseWrite } from '../orders/actions/use-order-write.ts'
import css from './OrderFiles.module.css'

/** Lets the clinic free the storage of a completed case. Nothing where that is not possible. */
export function ReleaseButton({ detail }: { detail: OrderDetail }) {
  const t = useTexts('released')
  const { size } = useFormats()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const { order } = detail
  const close = () => setOpen(false)
  const write = useCaseWrite(order.id, close)
  const files = detail.files.filter((file) => file.party === 'clinic' && file.state === 'verified')
  const isOver = fileReleaseStatuses.some((status) => status === order.status)
  if (!session || !isOver || files.length === 0 || !canReleaseFiles(order, session)) return null
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
  const values = {
    count: files.length,
    size: size(sizeBytes),
    number: order.number,
    lab: order.labName ?? '',
  }
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        className={css.filesRelease}
        leftSection={<IconDatabaseMinus size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('button')}
      </Button>
      <AskDialog
        isOpen={isOpen}
        onClose={close}
        title={t('title')}
        confirm={t('button')}
        isDangerous
        call="files.release"
        input={{ body: { id: order.id } }}
        {...write}
        staysOnFailure
        done={({ freedBytes }) =>
          freedBytes === 0 ? t('doneShared') : t('done', { size: size(freedBytes) })
        }
      >
        <p>{t('text', values)}</p>
      </AskDialog>
    </>
  )
}
