import { matchesAnnounced } from '@pontic/client'
import { type FileRole, guessFileRole, limits, type Order, type OrderFile } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useSession } from '../../frame/session.ts'
import { startUpload } from '../../frame/uploads.ts'
import type { PickedFile } from '../../ui/file-drop.ts'
import { partyOf, rolesFor } from '../orders/actions/order-actions.ts'
import { useOrderWrite } from '../orders/actions/use-order-write.ts'
import { type FileProblem, judgeFile } from './picked-files.ts'

/**
 * Takes files into a case: one that is unfinished there goes on where it stopped, a new one is announced first.
 * @returns `add` for what was dropped or chosen; what can't be taken is told file by file
 */
export function useAddFiles(order: Order, files: readonly OrderFile[]) {
  const t = useTexts('files')
  const problems = useTexts('errors.file')
  const session = useSession()
  const announce = useOrderWrite('files.announce', { orderId: order.id })
  const of = { orderId: order.id, number: order.number }

  const problemText = (name: string, problem: FileProblem) => {
    const text = problems(problem, { name })
    return problem === 'name_refused' ? text : t('named', { name, text })
  }

  const guess = (name: string): FileRole => {
    const roles = session ? rolesFor(order, session) : []
    const role = guessFileRole(name)
    return roles.includes(role) ? role : (roles[0] ?? 'other')
  }

  const announceAll = async (picked: readonly PickedFile[]) => {
    for (let at = 0; at < picked.length; at += limits.filesPerCallMax) {
      const part = picked.slice(at, at + limits.filesPerCallMax)
      const body = {
        id: order.id,
        files: part.map(({ file }) => ({ name: file.name, sizeBytes: file.size, role: guess(file.name) })),
      }
      const reply = await announce.send({ body })
      if (!reply) return
      for (const [index, { file, handle }] of part.entries()) {
        const announced = reply.files[index]
        if (announced) startUpload(of, announced, file, handle)
      }
    }
  }

  const add = async (picked: readonly PickedFile[]) => {
    const fresh: PickedFile[] = []
    const open = files.filter((one) => session && one.party === partyOf(order, session))
    for (const one of picked) {
      const problem = judgeFile(one.file)
      const unfinished = open.find((announced) => matchesAnnounced(one.file, announced))
      if (unfinished) startUpload(of, unfinished, one.file, one.handle)
      else if (problem === undefined) fresh.push(one)
      else showNotice({ level: 'error', text: problemText(one.file.name, problem) })
    }
    await announceAll(fresh)
  }
  return { add, isBusy: announce.isBusy }
}
