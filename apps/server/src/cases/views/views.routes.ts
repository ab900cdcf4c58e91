import { limits, readInput, type SavedView, ViewContent } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { countViews, createView, deleteView, listViewRows, updateView } from './views.queries.ts'

/** Notifies the open pages of the account. */
async function notifyViewsChange(tx: Tx, scope: Scope, id: string): Promise<void> {
  await notifyChange(tx, { feature: 'views', id, organizationIds: [], accountIds: [scope.account.id] })
}

/** Maps rows to DTOs. Omits views whose content does not match the schema of this version. */
function toViews(rows: readonly { id: string; name: string; content: unknown }[]): SavedView[] {
  return rows.flatMap(({ id, name, content }) => {
    const read = readInput(ViewContent, content)
    return read.isValid ? [{ id, name, content: read.value }] : []
  })
}

/** Handlers for saved views, which are personal. */
export const viewHandlers: Handlers<'views'> = {
  'views.list': async ({ tx, scope }) => ({ list: toViews(await listViewRows(tx, scope.account.id)) }),
  'views.create': async ({ tx, scope, services, body }) => {
    const accountId = scope.account.id
    if ((await countViews(tx, accountId)) >= limits.savedViewsMax)
      fail('view.too_many', { max: limits.savedViewsMax })
    const id = newId()
    await createView(tx, { id, accountId, ...body, at: services.now() })
    await notifyViewsChange(tx, scope, id)
    return { id, ...body }
  },
  'views.update': async ({ tx, scope, services, body }) => {
    const view = { accountId: scope.account.id, ...body, at: services.now() }
    if (!(await updateView(tx, view))) fail('view.not_found')
    await notifyViewsChange(tx, scope, body.id)
    return body
  },
  'views.delete': async ({ tx, scope, params }) => {
    if (!(await deleteView(tx, scope.account.id, params.id))) fail('view.not_found')
    await notifyViewsChange(tx, scope, params.id)
    return { done: true }
  },
}
