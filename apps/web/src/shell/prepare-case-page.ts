import { hasStoredLevels } from '../frame/stored-levels.ts'
import { preparePage } from './pages.ts'

/** Fetches the code of the page of a case while the browser is idle, if the account has opened scans in this browser. */
export function prepareCasePage(accountId: string): void {
  const prepare = async () => {
    if (await hasStoredLevels(accountId)) preparePage('/order/detail/$id', {}, false)
  }
  // Safari has no idle callbacks.
  const runLater = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000))
  runLater(() => void prepare())
}
