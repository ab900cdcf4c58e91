import { isUnfinishedFile, type OrderFile, type UnfinishedUpload } from '@pontic/contract'
import { useRef, useState } from 'react'
import { useFailureText } from '../../frame/failures.ts'
import { type FileHandle, findHandle, readHandle } from '../../frame/file-handles.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { portal } from '../../frame/session.ts'
import { startUpload } from '../../frame/uploads.ts'
import { chooseFiles, type PickedFile } from '../../ui/file-drop.ts'
import { matchUnfinished } from './match-unfinished.ts'

type Unfinished = OrderFile & { readonly orderId: string; readonly number: string }

/**
 * Continues stopped uploads with files that the user chooses again. Files whose handles the browser has stored are read without
 * a choice.
 * @returns `choose` opens the file dialog with the hidden input `field`, `resume` continues with files from it or from a drop
 */
export function useChooseAgain(stopped: readonly UnfinishedUpload[]) {
  const t = useTexts('files.interrupted')
  const textOf = useFailureText()
  const field = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)

  const resume = async (picked: readonly PickedFile[]) => {
    setBusy(true)
    try {
      const { unfinished, heads } = await readUnfinished(stopped)
      const { matches, rest } = await matchUnfinished(picked, unfinished, heads)
      for (const { picked: one, announced } of matches)
        startUpload({ orderId: announced.orderId, number: announced.number }, announced, one.file, one.handle)
      if (rest.length > 0) showNotice({ level: 'warning', text: t('unknown', { count: rest.length }) })
      return unfinished.length - matches.length
    } catch (error) {
      const { message: text, requestId } = textOf(error)
      showNotice({ level: 'error', text, requestId })
      return 0
    } finally {
      setBusy(false)
    }
  }

  const choose = async () => {
    const stored = await readStored(stopped).catch(() => [])
    if (stored.length > 0 && (await resume(stored)) === 0) return
    if (field.current) await chooseFiles(field.current, (picked) => void resume(picked))
  }
  return { field, choose, resume, isBusy }
}

async function readUnfinished(stopped: readonly UnfinishedUpload[]) {
  const unfinished: Unfinished[] = []
  const heads = []
  for (const { orderId, number } of stopped) {
    const [{ files }, { list }] = await Promise.all([
      portal.call('orders.get', { params: { id: orderId } }),
      portal.call('files.listHeads', { query: { id: orderId } }),
    ])
    unfinished.push(...files.map((file) => ({ ...file, orderId, number })))
    heads.push(...list)
  }
  return {
    unfinished: unfinished.filter(({ state }) => isUnfinishedFile(state)),
    heads,
  }
}

type QueriedHandle = FileHandle & {
  queryPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
}

/**
 * Reads the files whose handles are stored. The browser asks the user at most once. If they refuse, the files that need a permission
 * are left out.
 */
async function readStored(stopped: readonly UnfinishedUpload[]): Promise<PickedFile[]> {
  const details = await Promise.all(
    stopped.map(({ orderId }) => portal.call('orders.get', { params: { id: orderId } })),
  )
  const open = details.flatMap(({ files }) => files.filter(({ state }) => state !== 'verified'))
  const handles = (await Promise.all(open.map(({ id }) => findHandle(id)))).filter((one) => one !== undefined)
  const found: PickedFile[] = []
  let isRefused = false
  for (const handle of handles as QueriedHandle[]) {
    const isGranted = (await handle.queryPermission?.({ mode: 'read' })) !== 'prompt'
    if (!isGranted && isRefused) continue
    const file = await readHandle(handle)
    if (file) found.push({ file, handle })
    else isRefused = true
  }
  return found
}
