import type { OrderDraft } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '../../../frame/session.ts'
import { useContractForm } from '../../../ui/contract-form.ts'
import { usePickedFiles } from '../../files/picked-files.ts'
import { usePrescriptionDraft } from '../../prescriptions/use-prescription-draft.ts'
import { blankCase, CaseSchema } from '../CaseFields.tsx'
import { usePartnerLabs } from '../LabSelect.tsx'
import {
  type CaseDraftContent,
  deleteCaseDraft,
  findCaseDraft,
  isCaseFilled,
  updateCaseDraft,
} from './case-drafts.ts'
import type { CaseStep } from './StepBar.tsx'
import { useSaveCase } from './use-save-case.ts'

/** A case while it is registered: what is filled in, where one is, and what the buttons do. */
export type NewCaseForm = ReturnType<typeof useNewCase>

/** What is filled in of a new case: empty, or as its draft was left. */
function useFilled(draftId: string, accountId: string) {
  const [draft] = useState(() => findCaseDraft(accountId, draftId))
  const form = useContractForm({ schema: CaseSchema, initial: draft?.values ?? blankCase })
  const [written, write] = useState(draft?.written ?? {})
  const files = usePickedFiles(draftId, draft?.fileNames ?? [])
  const [labId, setLabId] = useState(draft?.labId ?? null)
  const [isWithoutScans, setWithoutScans] = useState(draft?.isWithoutScans ?? false)
  const [step, setStep] = useState<CaseStep>(draft?.step ?? 'case')
  const [isAsked, setAsked] = useState(false)
  const { type } = form.values
  const prescription = usePrescriptionDraft({ type, saved: null, written, onWrite: write, labId, isAsked })
  const fileNames = [...files.rows.map(({ file }) => file.name), ...files.lostNames]
  const content = { values: form.values, written, labId, isWithoutScans, step, fileNames }
  const parts = { form, files, labId, setLabId, isWithoutScans, setWithoutScans, prescription }
  return { ...parts, content, step, setStep, setAsked, isDraft: draft !== undefined }
}

/**
 * Keeps what is filled in as the draft of this case, and nothing while nothing is.
 * @returns `end` deletes the draft and keeps it deleted
 */
function useKeeping(draftId: string, accountId: string, content: CaseDraftContent, onKept: () => void) {
  const isFilled = isCaseFilled(content)
  const text = JSON.stringify(content)
  const last = useRef(text)
  const isEnded = useRef(false)
  const latest = useRef({ onKept, content })
  latest.current = { onKept, content }
  useEffect(() => {
    // What was only opened has not changed: its day stays.
    if (isEnded.current || last.current === text) return
    last.current = text
    if (!isFilled) return deleteCaseDraft(accountId, draftId)
    updateCaseDraft(accountId, draftId, latest.current.content)
    latest.current.onKept()
  }, [draftId, accountId, text, isFilled])
  const end = useCallback(() => {
    isEnded.current = true
    deleteCaseDraft(accountId, draftId)
  }, [draftId, accountId])
  return { isFilled, end }
}

/**
 * A new case in two steps. Nothing is sent that lacks something: the step where it is missing is shown instead.
 * @param options.draftId id of the draft it is kept under; an id that no draft has begins an empty case
 * @param options.onKept the draft has been written
 * @param options.onClose the way out before anything was registered
 */
export function useNewCase(options: { draftId: string; onKept: () => void; onClose: () => void }) {
  const { draftId, onClose } = options
  const accountId = useSession()?.account_id ?? ''
  const filled = useFilled(draftId, accountId)
  const { form, files, labId, isWithoutScans, prescription, setStep, setAsked } = filled
  const { isFilled, end } = useKeeping(draftId, accountId, filled.content, options.onKept)
  const saving = useSaveCase({
    showFields: (fields) => {
      setStep('case')
      form.showFields(fields)
    },
  })
  const discard = () => {
    end()
    files.clear()
  }
  const leave = useLeave({ saving, isFilled, onClose, onRegistered: discard })
  const lab = usePartnerLabs()?.find((one) => one.organizationId === labId)

  const save = (isSent: boolean) => async (draft: OrderDraft) => {
    const rows = files.rows.filter((row) => row.problem === undefined)
    // What is wrong with them stands at the files.
    if (rows.length < files.rows.length) {
      setStep('case')
      return requestAnimationFrame(focusProblem)
    }
    const isSending = isSent && labId !== null
    if (Object.keys(prescription.wrong).length > 0 || (isSending && prescription.missing.length > 0)) {
      setStep('prescription')
      return setAsked(true)
    }
    const said = prescription.isTouched ? prescription.value : null
    const sentTo = isSending ? labId : null
    const order = await saving.save({ draft, prescription: said, rows, labId: sentTo, isWithoutScans })
    if (order) leave.open()
  }
  const saveAll = (event: FormEvent<HTMLFormElement>) => {
    // What is wrong stands at the other step.
    if (form.validate().hasErrors) setStep('case')
    return form.submit(save(true))(event)
  }
  const goOn = form.submit(() => setStep('prescription'))
  const saveOnly = () => form.submit(save(false))()
  return { ...filled, lab, saving, leave, discard, goOn, saveAll, saveOnly }
}

const focusProblem = () => document.querySelector<HTMLElement>('.picked-file[data-problem] button')?.focus()

/**
 * The ways out. `ask` is Cancel: to the case once it is registered, else to the question what becomes of what is filled
 * in. `open` leads to the registered case.
 */
function useLeave(options: {
  saving: ReturnType<typeof useSaveCase>
  isFilled: boolean
  onClose: () => void
  onRegistered: () => void
}) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { saving, isFilled, onClose, onRegistered } = options
  const open = () => {
    const id = saving.registered()?.id
    if (id === undefined) return
    onRegistered()
    void navigate({ to: '/order/detail/$id', params: { id } })
  }
  const ask = () => {
    if (saving.registered()) return open()
    if (isFilled) return setAsking(true)
    onClose()
  }
  return { open, ask, isAsking, stay: () => setAsking(false) }
}
