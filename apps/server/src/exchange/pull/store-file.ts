import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { type FileRole, isRunnableName } from '@pontic/contract'
import { type FetchedFile, storeFetched } from '../../cases/files/fetched-files.service.ts'
import type { Services } from '../../platform/services.ts'
import { PullRefusal, refusalOf } from './pull-refusal.ts'

/** A file to fetch. `sizeBytes`: the size that the remote server or the archive declares. */
export type FileSource = {
  path: string
  name: string
  role: FileRole
  sizeBytes: number
  open: () => Promise<Readable>
}

/**
 * Streams a file into storage.
 * @throws PullRefusal if the candidate must be refused. Its detail is the file's name if the error has no detail of its own.
 *   Other errors, such as a full disk, are thrown unchanged
 */
export async function storeFile(services: Services, source: FileSource, id: string): Promise<FetchedFile> {
  if (isRunnableName(basename(source.path))) throw new PullRefusal('file_kind', source.name)
  try {
    return await storeFetched(services, { ...source, id })
  } catch (error) {
    const refusal = refusalOf(error)
    throw refusal === undefined ? error : new PullRefusal(refusal.reason, refusal.detail || source.name)
  }
}
