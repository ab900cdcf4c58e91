import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, SettingsError } from '../../config/config.ts'
import { openDiskStorage } from './disk.ts'
import type { FileStorage } from './storage.ts'

/** Kinds of storages. */
export type StoragePlace = 'disk' | 's3'

type StorageConfig = Pick<Config, 'dataFolder' | 'storage'>

/** Opens one storage of the settings. Loads the S3 SDK only for S3. */
export async function openPlace(
  { dataFolder, storage }: StorageConfig,
  place: StoragePlace,
): Promise<FileStorage> {
  if (place === 'disk') return await openDiskStorage(join(dataFolder, 'storage'))
  if (storage.s3 === undefined) throw new Error('The settings name no bucket.')
  const { openS3Storage } = await import('./s3.ts')
  return await openS3Storage(storage.s3)
}

/** Opens the storage of the settings, which also reads a second one while files are moved (decision 0077). */
export async function openStorage(config: StorageConfig): Promise<FileStorage> {
  const target = await openPlace(config, config.storage.place)
  if (config.storage.alsoReads === undefined) return target
  const { joinStorages } = await import('./two-storages.ts')
  return joinStorages(target, await openPlace(config, config.storage.alsoReads))
}

/**
 * Opens the storage of the settings, and checks a bucket. If the service does not answer, the node starts nevertheless, because
 * it can do all that needs no files.
 * @throws SettingsError that names the fault, such as a missing bucket
 */
export async function openCheckedStorage(config: Config, log: Logger): Promise<FileStorage> {
  const { place, alsoReads, s3 } = config.storage
  if (s3 !== undefined && (place === 's3' || alsoReads === 's3')) {
    const { checkS3 } = await import('./s3-check.ts')
    const found = await checkS3(s3)
    if (found !== undefined && 'fault' in found) throw new SettingsError(found.fault)
    if (found !== undefined) log.error(found.unreachable)
  }
  return await openStorage(config)
}
