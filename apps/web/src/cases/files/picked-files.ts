import { FileName, type FileRole, guessFileRole, isRunnableName, limits } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { PickedFile } from '../../ui/file-drop.ts'

/** Why a chosen file can't be uploaded: a key under `errors.file`. */
export type FileProblem = 'empty' | 'too_large' | 'name_invalid' | 'name_refused'

/** A chosen file that is not announced to the server yet. `key` consists of the name, the size and the modification time. */
export type PickedRow = PickedFile & {
  readonly key: string
  readonly role: FileRole
  readonly problem: FileProblem | undefined
}

/** Finds the first problem with the name or the size of a file, by the contract's rules. */
export function findFileProblem(file: { name: string; size: number }): FileProblem | undefined {
  if (isRunnableName(file.name)) return 'name_refused'
  if (file.size === 0) return 'empty'
  if (file.size > limits.fileBytesMax) return 'too_large'
  return z.safeParse(FileName, file.name).success ? undefined : 'name_invalid'
}

const keyOf = (file: File) => `${file.name}\n${file.size}\n${file.lastModified}`

/** Adds rows for chosen files, with a role guessed from the name. Files that already have a row are skipped. */
export function addPicked(rows: readonly PickedRow[], picked: readonly PickedFile[]): PickedRow[] {
  const known = new Map(rows.map((row) => [row.key, row]))
  for (const one of picked) {
    const key = keyOf(one.file)
    if (known.has(key)) continue
    known.set(key, { ...one, key, role: guessFileRole(one.file.name), problem: findFileProblem(one.file) })
  }
  return [...known.values()]
}

// The chosen files by draft id, kept until the page is reloaded. Session storage can't contain files.
const rowsByDraft = new Map<string, readonly PickedRow[]>()

/**
 * Stores the files that were chosen for a draft of a new case.
 * @param names the file names that the stored draft lists
 * @returns the rows, and functions that change them. `lostNames` are the names of files that were lost by a reload and not
 *   chosen again
 */
export function usePickedFiles(draftId: string, names: readonly string[]) {
  const read = () => rowsByDraft.get(draftId) ?? []
  const [rows, setRows] = useState(read)
  const [expected, expect] = useState(names)
  const change = (next: readonly PickedRow[]) => {
    rowsByDraft.set(draftId, next)
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
    /** Sets the roles of files by their names. */
    setRoles: (named: readonly { name: string; role: FileRole }[]) =>
      change(
        read().map((row) => ({
          ...row,
          role: named.find(({ name }) => name === row.file.name)?.role ?? row.role,
        })),
      ),
    /** Moves the files to another draft. */
    moveTo: (otherId: string) => {
      rowsByDraft.set(otherId, read())
      rowsByDraft.delete(draftId)
    },
    clear: () => {
      rowsByDraft.delete(draftId)
      setRows([])
    },
  }
}
