import type { RouteCall, Routes } from '@pontic/contract'
import { type Input, useWrite } from '../frame/api.ts'
import { startDownload } from './download.ts'

/** Calls that create a CSV file of a list. */
export type ExportCall = 'orders.createExport' | 'manage.createExport' | 'audit.createExport'

/** Returns `save`, which downloads all rows of a list as CSV. Its parameter has the filters of the list. */
export function useExport<N extends ExportCall>(call: N) {
  const write = useWrite(call)
  const save = async (body: RouteCall<Routes[N]>['body']) => {
    const created = (await write.send({ body } as unknown as Input<N>)) as { path: string } | undefined
    if (created) startDownload(created.path)
  }
  return { save: (body: RouteCall<Routes[N]>['body']) => void save(body), isBusy: write.isBusy }
}
