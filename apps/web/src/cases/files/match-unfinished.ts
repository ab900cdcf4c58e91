import { defaultDigest, matchesAnnounced } from '@pontic/client'
import type { OrderFile, RouteReply, Routes } from '@pontic/contract'
import type { PickedFile } from '../../ui/file-drop.ts'

type Heads = RouteReply<Routes['files.listHeads']>['list']

/** A chosen file and the announced file whose upload it continues. */
export type UnfinishedMatch<Announced> = { readonly picked: PickedFile; readonly announced: Announced }

/**
 * Assigns chosen files to unfinished uploads. Name and size must be the same, and so must the first bytes if the server has some.
 * Each upload gets one file. Files of different folders may have the same name and size.
 * @param heads digests of the bytes that the server has
 * @returns the assignments, and the files that belong to no upload
 */
export async function matchUnfinished<
  Announced extends Pick<OrderFile, 'id' | 'name' | 'sizeBytes' | 'state'>,
>(
  picked: readonly PickedFile[],
  unfinished: readonly Announced[],
  heads: Heads,
  digest = defaultDigest(),
): Promise<{ matches: UnfinishedMatch<Announced>[]; rest: PickedFile[] }> {
  const open = new Set(unfinished)
  // Uploads with bytes choose first, because any file with the right name and size fits the others.
  const headOf = new Map(heads.map((head) => [head.fileId, head]))
  const matches: UnfinishedMatch<Announced>[] = []
  const rest: PickedFile[] = []
  const hasBytes = async (file: File, { sizeBytes, sha256 }: Heads[number]) =>
    (await digest(file.slice(0, sizeBytes), new AbortController().signal).catch(() => '')) === sha256
  const findMatch = async ({ file }: PickedFile) => {
    const fitting = [...open].filter((announced) => matchesAnnounced(file, announced))
    for (const announced of fitting) {
      const head = headOf.get(announced.id)
      if (head && (await hasBytes(file, head))) return announced
    }
    return fitting.find(({ id }) => !headOf.has(id))
  }
  for (const one of picked) {
    const announced = await findMatch(one)
    if (announced) {
      open.delete(announced)
      matches.push({ picked: one, announced })
    } else rest.push(one)
  }
  return { matches, rest }
}
