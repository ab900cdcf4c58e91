import type { RouteCall, Routes } from '@pontic/contract'
import { type Input, useWrite } from '../frame/api.ts'
import { startDownload } from './download.ts'

/** Calls that create a CSV file of a list. */
export type ExportCall = 'orders.createExport' | 'manage.createExport' | 'audit.createExport'

/** Saves all pages of a list, filtered by the body, as CSV. */
export function useExport<N extends ExportCall>(call: N) {
  const write = useWrite(call)
  const save = async (body: RouteCall<Routes[N]>['body']) => {
    const made = (await write.send({ body } as unknown as Input<N>)) as { path: string } | undefined
    if (made) startDownload(made.path)
  }
  return { save: (body: RouteCall<Routes[N]>['body']) => void save(body), isBusy: write.isBusy }
}
