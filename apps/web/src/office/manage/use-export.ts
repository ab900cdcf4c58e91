import type { ManageExport } from '@pontic/contract'
import { useWrite } from '../../frame/api.ts'
import { startDownload } from '../../ui/download.ts'

/** Saves a list of the back office as CSV, as it is filtered now. */
export function useExport(): { save: (query: ManageExport) => Promise<void>; isBusy: boolean } {
  const write = useWrite('manage.createExport')
  const save = async (query: ManageExport) => {
    const made = await write.send({ body: query })
    if (made) startDownload(made.path)
  }
  return { save, isBusy: write.isBusy }
}
