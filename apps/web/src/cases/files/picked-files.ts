import { FileName, type FileRole, guessFileRole, isRunnableName, limits } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { PickedFile } from '../../ui/file-drop.ts'

/** Why a chosen file can't be uploaded, before it is tried: a key under `errors.file`. */
export type FileProblem = 'empty' | 'too_large' | 'name_invalid' | 'name_refused'

/** A file that was chosen for a case and is not announced yet. */
export type PickedRow = PickedFile & {
  readonly key: string
  readonly role: FileRole
  readonly problem: FileProblem | undefined
}

/** What is wrong with a file by its name and size alone (contract/files.ts, contract/limits.ts). */
export function judgeFile(file: { name: string; size: number }): FileProblem | undefined {
  if (isRunnableName(file.name)) return 'name_refused'
  if (file.size === 0) return 'empty'
  if (file.size > limits.fileBytesMax) return 'too_large'
  return z.safeParse(FileName, file.name).success ? undefined : 'name_invalid'
}

const keyOf = (file: File) => `${file.name}\n${file.size}\n${file.lastModified}`

/** Rows for chosen files, the role guessed from the name; what is there already is not added twice. */
export function addPicked(rows: readonly PickedRow[], picked: readonly PickedFile[]): PickedRow[] {
  const known = new Map(rows.map((row) => [row.key, row]))
  for (const one of picked) {
    const key = keyOf(one.file)
    if (known.has(key)) continue
    known.set(key, { ...one, key, role: guessFileRole(one.file.name), problem: judgeFile(one.file) })
  }
  return [...known.values()]
}

// Session storage can't hold files, but a dialog that is opened again in the same page has them still: by draft.
const keptRows = new Map<string, readonly PickedRow[]>()

/**
 * The files chosen for a draft of a new case.
 * @param names of the files that the draft had when it was left
 * @returns `lostNames`: those that a reload of the page has let go of and that were not chosen again
 */
export function usePickedFiles(draftId: string, names: readonly string[]) {
  const read = () => keptRows.get(draftId) ?? []
  const [rows, setRows] = useState(read)
  const [expected, expect] = useState(names)
  const change = (next: readonly PickedRow[]) => {
    keptRows.set(draftId, next)
    setRows(next)
  }
  const hasRow = (name: string) => rows.some((row) => row.file.name === name)
  return {
    rows,
    lostNames: expected.filter((name) => !hasRow(name)),
    forgetLost: () => expect([]),
    add: (picked: readonly PickedFile[]) => change(addPicked(read(), picked)),
    remove: (key: string) => {
      const removed = read().find((row) => row.key === key)
      expect(expected.filter((name) => name !== removed?.file.name))
      change(read().filter((row) => row.key !== key))
    },
    setRole: (key: string, role: FileRole) =>
      change(read().map((row) => (row.key === key ? { ...row, role } : row))),
    clear: () => {
      keptRows.delete(draftId)
      setRows([])
    },
  }
}
