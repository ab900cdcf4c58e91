import { DocumentFile, type FileRole } from '@pontic/contract'

/** The last part of a file path in a document, with the separators of any system. */
export const baseNameOf = (path: string): string => path.split(/[\\/]/).at(-1)?.trim() ?? ''

/** A file named in a document; an empty list for a name that is invalid in Pontic. */
export function documentFile(name: string, role: FileRole): DocumentFile[] {
  const result = DocumentFile.safeParse({ name, role })
  return result.success ? [result.data] : []
}
