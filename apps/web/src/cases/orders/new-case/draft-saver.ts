import { CallError } from '@pontic/client'
import type { CaseDraftDetail } from '@pontic/contract'
import { currentSession, portal } from '../../../frame/session.ts'
import { createStore } from '../../../frame/store.ts'
import { type CaseInput, isStorable, toCaseInput, toDraftContent } from './draft-content.ts'
import { writeLocalDraft } from './local-drafts.ts'

const pauseMs = 800
const retryMs = 5_000

/** The start of the form: a new case, or a draft. `isUnsaved`: the input is not on the server yet. */
export type DraftStart = {
  readonly id: string
  readonly version: number
  readonly input: CaseInput
  readonly order: CaseDraftDetail['order']
  readonly isUnsaved: boolean
}

/**
 * State of a draft.
 * - `blank`: nothing to save. `saving`: changes are being saved. `saved`: everything is on the server.
 * - `local`: the last save failed, and the input is only in this tab.
 * - `changed`: somebody else has saved the draft; `theirs` is their version. `gone`: the draft no longer exists.
 */
export type DraftStatus =
  | { readonly kind: 'blank' | 'saving' | 'saved' | 'local' | 'gone' }
  | { readonly kind: 'changed'; readonly theirs: CaseDraftDetail }

/** Saves the input of a new case while the user types. */
export type DraftSaver = ReturnType<typeof createDraftSaver>

/**
 * Creates the saver of a draft. It saves 0.8 s after the last change, one save at a time, and repeats a failed save every 5 s. Until
 * a save succeeds, the input is also in the storage of this tab. It never saves with the session of another account.
 */
export function createDraftSaver(accountId: string, start: DraftStart) {
  const { id } = start
  const status = createStore<DraftStatus>({
    kind: start.isUnsaved ? 'saving' : start.version > 0 ? 'saved' : 'blank',
  })
  const textOf = (input: CaseInput) => JSON.stringify(toDraftContent(input))
  let { version, order, input } = start
  let isFilled = true
  let shown = JSON.stringify(input)
  let savedText = start.isUnsaved ? '' : textOf(input)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  const isOwn = () => currentSession()?.account_id === accountId
  const isBlocked = () => isStopped || !isOwn() || ['changed', 'gone'].includes(status.get().kind)
  const isDirty = () => textOf(input) !== savedText
  const schedule = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }
  const settle = (text: string) => {
    savedText = text
    if (isDirty()) return
    if (isStorable(input)) writeLocalDraft(accountId, id, undefined)
    status.set({ kind: !isStorable(input) ? 'local' : version > 0 ? 'saved' : 'blank' })
  }

  /** Saves the current input once. @returns whether the save succeeded */
  async function saveOnce(): Promise<boolean> {
    const content = toDraftContent(input)
    const text = JSON.stringify(content)
    try {
      if (isFilled || order !== null) {
        ;({ version } = await portal.call('drafts.save', { body: { id, version, content } }))
      } else {
        if (version > 0) await portal.call('drafts.delete', { params: { id } })
        version = 0
      }
      settle(text)
      return true
    } catch (error) {
      await handleFailure(error, text)
      return false
    }
  }

  async function handleFailure(error: unknown, text: string): Promise<void> {
    const key = error instanceof CallError ? error.key : undefined
    if (key === 'draft.not_found') return status.set({ kind: 'gone' })
    if (key === 'draft.changed') {
      const theirs = await portal.call('drafts.get', { params: { id } }).catch(() => undefined)
      if (theirs && textOf(toCaseInput(theirs.content)) === text) {
        // The reply of an earlier save was lost.
        version = theirs.version
        return settle(text)
      }
      if (theirs) return status.set({ kind: 'changed', theirs })
    }
    status.set({ kind: 'local' })
    if (!(error instanceof CallError) || error.isTransient) schedule(retryMs)
  }

  async function saveAll(): Promise<void> {
    while (!isBlocked() && isDirty()) if (!(await saveOnce())) return
  }
  function save(): Promise<void> {
    clearTimeout(timer)
    running ??= saveAll().finally(() => {
      running = undefined
    })
    return running
  }
  const saveNow = () => {
    if (document.visibilityState === 'hidden') void save()
  }
  const onOnline = () => void save()
  document.addEventListener('visibilitychange', saveNow)
  addEventListener('online', onOnline)
  if (start.isUnsaved) schedule(0)

  return {
    id,
    useStatus: status.useValue,
    currentStatus: status.get,
    /** Returns the start of the form with the version of somebody else. The own input is lost. */
    startWith: (theirs: CaseDraftDetail): DraftStart => {
      isStopped = true
      writeLocalDraft(accountId, id, undefined)
      const { version, order, content } = theirs
      return { id, version, order, input: toCaseInput(content), isUnsaved: false }
    },
    order: () => order,
    /** Sets the registered case of the draft. */
    setOrder: (registered: { id: string; number: string }) => {
      order = { id: registered.id, number: registered.number }
    },
    /** Saves the input after a pause. @returns whether it differs from the last one */
    update: (next: CaseInput, isNextFilled: boolean): boolean => {
      const text = JSON.stringify(next)
      if (isStopped || text === shown) return false
      shown = text
      input = next
      isFilled = isNextFilled
      if (isOwn()) writeLocalDraft(accountId, id, isFilled || version > 0 ? { version, input } : undefined)
      if (isDirty() && !isBlocked()) {
        status.set({ kind: 'saving' })
        schedule(pauseMs)
      } else if (!isBlocked()) settle(savedText)
      return true
    },
    /** Saves at once. @returns whether the draft is on the server, with everything that the server can store */
    flush: async (): Promise<boolean> => {
      await save()
      return version > 0 && !isDirty() && !isBlocked()
    },
    /** Keeps the own input instead of the version of somebody else. */
    overwrite: (theirs: CaseDraftDetail) => {
      version = theirs.version
      order = theirs.order
      savedText = ''
      status.set({ kind: 'saving' })
      void save()
    },
    /** Stops saving and deletes the draft, also in this tab. Waits for a running save, so that it cannot create the draft again. */
    delete: async (): Promise<void> => {
      isStopped = true
      clearTimeout(timer)
      writeLocalDraft(accountId, id, undefined)
      await running
      writeLocalDraft(accountId, id, undefined)
      if (version > 0 && isOwn())
        await portal.call('drafts.delete', { params: { id } }).catch((error: unknown) => {
          if (!(error instanceof CallError && error.key === 'draft.not_found')) throw error
        })
    },
    /** Saves the last changes and stops. */
    close: () => {
      void save().finally(() => {
        isStopped = true
        clearTimeout(timer)
      })
      document.removeEventListener('visibilitychange', saveNow)
      removeEventListener('online', onOnline)
    },
  }
}
