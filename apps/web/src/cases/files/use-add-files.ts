import {
  type FileRole,
  guessFileRole,
  isUnfinishedFile,
  limits,
  type Order,
  type OrderFile,
  type RouteCall,
  type Routes,
} from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { portal, useSession } from '../../frame/session.ts'
import { startUpload } from '../../frame/uploads.ts'
import type { PickedFile } from '../../ui/file-drop.ts'
import { partyOf, rolesFor } from '../orders/actions/order-actions.ts'
import { useOrderWrite } from '../orders/actions/use-order-write.ts'
import { matchUnfinished } from './match-unfinished.ts'
import { type FileProblem, findFileProblem } from './picked-files.ts'

/**
 * Announces files for a case and starts their uploads, with at most `limits.filesPerCallMax` files per call.
 * @param onStarted called for each file whose upload was started
 * @returns false if a call failed; the remaining files are not announced then
 */
export async function uploadFiles<Picked extends PickedFile & { role: FileRole }>(
  { id: orderId, number }: Pick<Order, 'id' | 'number'>,
  picked: readonly Picked[],
  announce: (
    body: RouteCall<Routes['files.announce']>['body'],
  ) => Promise<{ files: OrderFile[] } | undefined>,
  onStarted?: (picked: Picked, announced: OrderFile) => void,
): Promise<boolean> {
  for (let at = 0; at < picked.length; at += limits.filesPerCallMax) {
    const part = picked.slice(at, at + limits.filesPerCallMax)
    const files = part.map(({ file, role }) => ({ name: file.name, sizeBytes: file.size, role }))
    const reply = await announce({ id: orderId, files })
    if (!reply) return false
    for (const [index, one] of part.entries()) {
      const announced = reply.files[index]
      if (!announced) continue
      startUpload({ orderId, number }, announced, one.file, one.handle)
      onStarted?.(one, announced)
    }
  }
  return true
}

/** Assigns chosen files to the unfinished uploads of a case. While the server can't be reached, only names and sizes are compared. */
async function matchPicked(orderId: string, picked: readonly PickedFile[], unfinished: readonly OrderFile[]) {
  const hasBytes = unfinished.some(({ receivedBytes }) => receivedBytes > 0)
  const heads = hasBytes
    ? await portal.call('files.listHeads', { query: { id: orderId } }).catch(() => undefined)
    : undefined
  return matchUnfinished(picked, unfinished, heads?.list ?? [])
}

/**
 * Adds files to a case.
 * @returns `add` resumes the uploads of files that are already announced, announces and uploads the others, and shows a notice
 *   for each file that can't be uploaded
 */
export function useAddFiles(order: Order, files: readonly OrderFile[]) {
  const t = useTexts('files')
  const problems = useTexts('errors.file')
  const session = useSession()
  const announce = useOrderWrite('files.announce', { orderId: order.id })

  const problemText = (name: string, problem: FileProblem) => {
    const text = problems(problem, { name })
    return problem === 'name_refused' ? text : t('named', { name, text })
  }

  const guessRole = (name: string): FileRole => {
    const roles = session ? rolesFor(order, session) : []
    const role = guessFileRole(name)
    return roles.includes(role) ? role : (roles[0] ?? 'other')
  }

  const add = async (picked: readonly PickedFile[]) => {
    const fresh: (PickedFile & { role: FileRole })[] = []
    const unfinished = files.filter(
      ({ party, state }) => session && party === partyOf(order, session) && isUnfinishedFile(state),
    )
    const { matches, rest } = await matchPicked(order.id, picked, unfinished)
    for (const { picked: one, announced } of matches)
      startUpload({ orderId: order.id, number: order.number }, announced, one.file, one.handle)
    for (const one of rest) {
      const problem = findFileProblem(one.file)
      if (problem === undefined) fresh.push({ ...one, role: guessRole(one.file.name) })
      else showNotice({ level: 'error', text: problemText(one.file.name, problem) })
    }
    await uploadFiles(order, fresh, (body) => announce.send({ body }))
  }
  return { add, isBusy: announce.isBusy }
}
