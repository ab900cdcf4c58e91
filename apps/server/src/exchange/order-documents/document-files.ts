import { DocumentFile, type FileRole } from '@pontic/contract'

/** The last part of a path that a document gives a file, with the separators of any system. */
export const baseNameOf = (path: string): string => path.split(/[\\/]/).at(-1)?.trim() ?? ''

/** A file that a document names; none for a name that no file of ours can have. */
export function documentFile(name: string, role: FileRole): DocumentFile[] {
  const result = DocumentFile.safeParse({ name, role })
  return result.success ? [result.data] : []
}
