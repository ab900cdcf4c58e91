import { matchesAnnounced } from '@pontic/client'
import type { OrderFile } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../../frame/api.ts'
import { startUpload } from '../../../frame/uploads.ts'
import type { PickedFile } from '../../../ui/file-drop.ts'

/**
 * Returns the clinic's files of the registered case of a draft, and a function that resumes their uploads.
 * @param started files whose uploads this form has started; the reply of the case may not contain them yet
 */
export function useCaseFiles(
  order: { id: string; number: string } | undefined,
  started: readonly OrderFile[],
) {
  const detail = useRead(
    'orders.get',
    { params: { id: order?.id ?? '' } },
    { isEnabled: order !== undefined },
  )
  const [removed, setRemoved] = useState<readonly string[]>([])
  const stored = detail.data?.files.filter((file) => file.party === 'clinic') ?? []
  const isNew = (file: OrderFile) => !stored.some(({ id }) => id === file.id)
  const files = [...stored, ...started.filter(isNew)].filter(({ id }) => !removed.includes(id))
  /** Resumes the uploads of files that are already announced. @returns the other files */
  const resume = (picked: readonly PickedFile[]): PickedFile[] =>
    picked.filter((one) => {
      const unfinished = files.find((file) => matchesAnnounced(one.file, file))
      if (!unfinished || !order) return true
      startUpload({ orderId: order.id, number: order.number }, unfinished, one.file, one.handle)
      return false
    })
  return { files, resume, remove: (id: string) => setRemoved((before) => [...before, id]) }
}
