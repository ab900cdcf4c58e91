import { limits, type UnfinishedUpload } from '@pontic/contract'
import { useEffect, useMemo, useReducer } from 'react'
import { useRead } from '../../frame/api.ts'
import { hasPermission } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { useUploadingCases } from '../../frame/upload-list.ts'

/** Own uploads are known to run in another tab, so only another device may still send them. It reports each second. */
const ownQuietSeconds = 5

const quietMaxOf = ({ isOwn }: UnfinishedUpload) => (isOwn ? ownQuietSeconds : limits.uploadQuietSeconds)

/**
 * Lists the cases whose uploads have stopped: files of the user's organization are not complete, no tab of this browser sends
 * them, and nothing has arrived for a while.
 * @param orderId lists only this case
 */
export function useStoppedUploads(orderId?: string): readonly UnfinishedUpload[] {
  const session = useSession()
  const isEnabled = session !== undefined && hasPermission(session, 'file.write')
  const { data } = useRead(
    'files.listUnfinished',
    { query: orderId === undefined ? {} : { id: orderId } },
    { isEnabled },
  )
  const list = data?.list
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reply has its own time
  const readAtMs = useMemo(() => performance.now(), [data])
  const uploading = useUploadingCases(list !== undefined && list.length > 0)
  const quietOf = (one: UnfinishedUpload) => one.quietSeconds + (performance.now() - readAtMs) / 1000
  const waiting = list?.filter((one) => quietOf(one) < quietMaxOf(one)) ?? []
  const nextMs = Math.min(...waiting.map((one) => (quietMaxOf(one) - quietOf(one)) * 1000))
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!Number.isFinite(nextMs)) return
    const timer = setTimeout(renderAgain, nextMs + 100)
    return () => clearTimeout(timer)
  }, [nextMs])
  return (list ?? []).filter((one) => !waiting.includes(one) && !uploading.has(one.orderId))
}
