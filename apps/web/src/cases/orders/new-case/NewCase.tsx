import { CallError } from '@pontic/client'
import { useEffect, useRef, useState } from 'react'
import { useFailureText } from '../../../frame/failures.ts'
import { portal, useSession } from '../../../frame/session.ts'
import { useRestoredFocus } from '../../../ui/use-opener.ts'
import { showFailure } from '../actions/use-order-write.ts'
import { blankInput, toCaseInput } from './draft-content.ts'
import { createDraftId } from './draft-id.ts'
import type { DraftStart } from './draft-saver.ts'
import { findLocalDraft } from './local-drafts.ts'
import { NewCaseDialog } from './NewCaseDialog.tsx'

const blankStart = (): DraftStart => ({
  id: createDraftId(),
  version: 0,
  input: blankInput,
  order: null,
  isUnsaved: false,
})

/**
 * Opens the form of a new case. Each new case is a draft with an id. Once something is filled in, the address contains the id, so that
 * a reload opens the draft again.
 * @param props.opened `case` for an empty case, the id of a draft, or undefined while the form is closed
 */
export function NewCase(props: {
  opened: string | undefined
  onOpen: (opened: string | undefined, options?: { replace: boolean }) => void
}) {
  const { opened, onOpen } = props
  const [last, setLast] = useState<string>()
  // `turn` is the key of the dialog: two cases must not share state.
  const [current, setCurrent] = useState<{ start: DraftStart; turn: number }>()
  const begin = (start: DraftStart) => setCurrent((before) => ({ start, turn: (before?.turn ?? 0) + 1 }))
  const wanted =
    opened !== undefined && opened !== 'case' && opened !== current?.start.id ? opened : undefined
  const [reopened, setReopened] = useState<string>()
  if (opened !== last) {
    setLast(opened)
    if (opened === 'case') begin(blankStart())
    // A draft that was closed and is opened again is read again.
    if (last === undefined && opened !== undefined && opened === current?.start.id) setReopened(opened)
  }
  const isOpen = current !== undefined && opened !== undefined && [current.start.id, 'case'].includes(opened)
  useStoredDraft(wanted ?? reopened, {
    onFound: (start) => {
      setReopened(undefined)
      begin(start)
    },
    onMissing: () => {
      setReopened(undefined)
      onOpen(undefined, { replace: true })
    },
  })
  useRestoredFocus(isOpen)
  if (!current) return null
  return (
    <NewCaseDialog
      key={current.turn}
      start={current.start}
      isOpen={isOpen && reopened === undefined}
      onStored={() => opened === 'case' && onOpen(current.start.id, { replace: true })}
      onRestart={(start) => {
        begin(start)
        onOpen(start.id, { replace: true })
      }}
      onClose={() => onOpen(undefined)}
    />
  )
}

/** Reads a draft from the server, and input of this tab that is not on the server yet. */
function useStoredDraft(
  id: string | undefined,
  handlers: { onFound: (start: DraftStart) => void; onMissing: () => void },
): void {
  const accountId = useSession()?.account_id ?? ''
  const textOf = useFailureText()
  const latest = useRef({ ...handlers, textOf })
  latest.current = { ...handlers, textOf }
  useEffect(() => {
    if (id === undefined) return
    let isCurrent = true
    void readStart(accountId, id).then(
      (start) => isCurrent && latest.current.onFound(start),
      (error: unknown) => {
        if (!isCurrent) return
        showFailure(latest.current.textOf(error))
        latest.current.onMissing()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [accountId, id])
}

/** @throws CallError if the draft cannot be read and this tab has no input of it */
async function readStart(accountId: string, id: string): Promise<DraftStart> {
  const local = findLocalDraft(accountId, id)
  try {
    const { version, content, order } = await portal.call('drafts.get', { params: { id } })
    if (local) return { id, version: local.version, input: local.input, order, isUnsaved: true }
    return { id, version, input: toCaseInput(content), order, isUnsaved: false }
  } catch (error) {
    const isKnown = error instanceof CallError && (error.isTransient || error.key === 'draft.not_found')
    if (!local || !isKnown) throw error
    return { id, version: local.version, input: local.input, order: null, isUnsaved: true }
  }
}
