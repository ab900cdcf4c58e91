import type { FileStorage, StoredUpload } from './storage.ts'

/**
 * Combines two storages while files are moved from `source` to `target`. New files are written to the target. Files that only the
 * source has are read from the source. An upload that began in the source continues there, and its finished file is written to the
 * target. A file is removed from the source first, so that a running move cannot copy it again.
 */
export function joinStorages(target: FileStorage, source: FileStorage): FileStorage {
  const storageOf = async (upload: StoredUpload): Promise<FileStorage> =>
    (await target.hasUpload(upload.id)) || !(await source.hasUpload(upload.id)) ? target : source
  const holderOf = async (sha256: string): Promise<FileStorage> =>
    (await target.findFileSize(sha256)) === undefined && (await source.findFileSize(sha256)) !== undefined
      ? source
      : target
  const previewHolderOf = async (key: string, part: string): Promise<FileStorage> =>
    (await target.findPreviewSize(key, part)) === undefined ? source : target
  return {
    findUploadOffset: async (upload) => (await storageOf(upload)).findUploadOffset(upload),
    appendUpload: async (upload, bytes, hooks) =>
      (await storageOf(upload)).appendUpload(upload, bytes, hooks),
    openUpload: async (upload, range) => (await storageOf(upload)).openUpload(upload, range),
    promoteUpload: async (upload, sha256) => {
      if ((await storageOf(upload)) === target) return target.promoteUpload(upload, sha256)
      const end = upload.sizeBytes - 1
      await target.putFile(sha256, await source.openUpload(upload, { start: 0, end }))
      await source.removeUpload(upload.id)
    },
    quarantineUpload: async (upload) => (await storageOf(upload)).quarantineUpload(upload),
    removeUpload: async (id) => {
      await source.removeUpload(id)
      await target.removeUpload(id)
    },
    hasUpload: async (id) => (await target.hasUpload(id)) || (await source.hasUpload(id)),
    putFile: (sha256, bytes) => target.putFile(sha256, bytes),
    findFileSize: async (sha256) =>
      (await target.findFileSize(sha256)) ?? (await source.findFileSize(sha256)),
    openFile: async (sha256, range) => (await holderOf(sha256)).openFile(sha256, range),
    copyFile: async (sha256, range, write) => (await holderOf(sha256)).copyFile(sha256, range, write),
    locateFile: async (sha256, savedAs) => (await holderOf(sha256)).locateFile(sha256, savedAs),
    removeFile: async (sha256) => {
      await source.removeFile(sha256)
      await target.removeFile(sha256)
    },
    listFiles: () => target.listFiles(),
    putPreview: (key, part, bytes) => target.putPreview(key, part, bytes),
    findPreviewSize: async (key, part) =>
      (await target.findPreviewSize(key, part)) ?? (await source.findPreviewSize(key, part)),
    openPreview: async (key, part, range) => (await previewHolderOf(key, part)).openPreview(key, part, range),
    removePreviews: async (key) => {
      await source.removePreviews(key)
      await target.removePreviews(key)
    },
    listPreviews: () => target.listPreviews(),
    putRecord: (id, text) => target.putRecord(id, text),
    listRecords: async () =>
      [...new Set([...(await source.listRecords()), ...(await target.listRecords())])].sort(),
    readRecord: async (id) => {
      const isInTarget = (await target.listRecords()).includes(id)
      return (isInTarget ? target : source).readRecord(id)
    },
    removeRecord: async (id) => {
      await source.removeRecord(id)
      await target.removeRecord(id)
    },
    readFreeBytes: () => target.readFreeBytes(),
    measure: () => target.measure(),
    close: async () => {
      await target.close()
      await source.close()
    },
  }
}
