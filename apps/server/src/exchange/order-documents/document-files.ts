import { DocumentFile, type FileRole } from '@pontic/contract'

/** Returns the last part of a file path in a document. The separator is `/` or `\`. */
export const baseNameOf = (path: string): string => path.split(/[\\/]/).at(-1)?.trim() ?? ''

/** Returns a list with the entry of a file that a document names. The list is empty for a name that Pontic does not accept. */
export function documentFile(name: string, role: FileRole): DocumentFile[] {
  const result = DocumentFile.safeParse({ name, role })
  return result.success ? [result.data] : []
}
