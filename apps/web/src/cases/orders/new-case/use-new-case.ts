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

/** The state of the dialog for a new case and the handlers of its buttons. */
export type NewCaseForm = ReturnType<typeof useNewCase>

/** Returns the input of a new case, which starts empty or with the content of its draft. */
function useInput(draftId: string, accountId: string) {
  const [draft] = useState(() => findCaseDraft(accountId, draftId))
  const form = useContractForm({ schema: CaseSchema, initial: draft?.values ?? blankCase })
  const [written, write] = useState(draft?.written ?? {})
  const files = usePickedFiles(draftId, draft?.fileNames ?? [])
  const [labId, setLabId] = useState(draft?.labId ?? null)
  const [isWithoutScans, setWithoutScans] = useState(draft?.isWithoutScans ?? false)
  const [step, setStep] = useState<CaseStep>(draft?.step ?? 'case')
  const [showsMissing, setShowsMissing] = useState(false)
  const { type } = form.values
  const prescription = usePrescriptionDraft({
    type,
    saved: null,
    unsaved: written,
    onUnsavedChange: write,
    labId,
    showsMissing,
  })
  const fileNames = [...files.rows.map(({ file }) => file.name), ...files.lostNames]
  const content = { values: form.values, written, labId, isWithoutScans, step, fileNames }
  const parts = { form, files, labId, setLabId, isWithoutScans, setWithoutScans, prescription }
  return { ...parts, content, step, setStep, setShowsMissing, isDraft: draft !== undefined }
}

/**
 * Stores the input as a draft after each change. An empty input deletes the draft.
 * @returns `isFilled`: whether the user has filled in anything. `deleteDraft` deletes the draft; later changes are not stored
 */
function useStoredDraft(
  draftId: string,
  accountId: string,
  content: CaseDraftContent,
  onDraftStored: () => void,
) {
  const isFilled = isCaseFilled(content)
  const text = JSON.stringify(content)
  const last = useRef(text)
  const isDeleted = useRef(false)
  const latest = useRef({ onDraftStored, content })
  latest.current = { onDraftStored, content }
  useEffect(() => {
    // A draft that is opened and not changed keeps its date.
    if (isDeleted.current || last.current === text) return
    last.current = text
    if (!isFilled) return deleteCaseDraft(accountId, draftId)
    updateCaseDraft(accountId, draftId, latest.current.content)
    latest.current.onDraftStored()
  }, [draftId, accountId, text, isFilled])
  const deleteDraft = useCallback(() => {
    isDeleted.current = true
    deleteCaseDraft(accountId, draftId)
  }, [draftId, accountId])
  return { isFilled, deleteDraft }
}

/**
 * Returns the state of a new case and the functions that save it. If a value is missing or invalid, the step with this value is
 * shown and nothing is sent.
 * @param options.draftId the id of the draft; if no draft with this id is stored, the case starts empty
 * @param options.onDraftStored called after the draft was stored
 * @param options.onClose called when the user cancels without having filled in anything
 */
export function useNewCase(options: { draftId: string; onDraftStored: () => void; onClose: () => void }) {
  const { draftId, onClose } = options
  const accountId = useSession()?.account_id ?? ''
  const input = useInput(draftId, accountId)
  const { form, files, labId, isWithoutScans, prescription, setStep, setShowsMissing } = input
  const { isFilled, deleteDraft } = useStoredDraft(draftId, accountId, input.content, options.onDraftStored)
  const saving = useSaveCase({
    showFields: (fields) => {
      setStep('case')
      form.showFields(fields)
    },
  })
  const discard = () => {
    deleteDraft()
    files.clear()
  }
  const leave = useLeave({ saving, isFilled, onClose, onCreated: discard })
  const lab = usePartnerLabs()?.find((one) => one.organizationId === labId)

  const save = (wantsToSend: boolean) => async (draft: OrderDraft) => {
    const rows = files.rows.filter((row) => row.problem === undefined)
    // The list of files shows the problem of each file.
    if (rows.length < files.rows.length) {
      setStep('case')
      return requestAnimationFrame(focusProblem)
    }
    const isSending = wantsToSend && labId !== null
    if (Object.keys(prescription.invalid).length > 0 || (isSending && prescription.missing.length > 0)) {
      setStep('prescription')
      return setShowsMissing(true)
    }
    const order = await saving.save({
      draft,
      prescription: prescription.isTouched ? prescription.value : null,
      morePrescriptions: prescription.more,
      rows,
      labId: isSending ? labId : null,
      isWithoutScans,
    })
    if (order) leave.open()
  }
  const saveAll = (event: FormEvent<HTMLFormElement>) => {
    // The fields of this form are in the first step.
    if (form.validate().hasErrors) setStep('case')
    return form.submit(save(true))(event)
  }
  const next = form.submit(() => setStep('prescription'))
  const saveOnly = () => form.submit(save(false))()
  return { ...input, lab, saving, leave, discard, next, saveAll, saveOnly }
}

const focusProblem = () => document.querySelector<HTMLElement>('[data-file-problem] button')?.focus()

/**
 * Handles leaving the dialog. `open` opens the created case. `ask` is called on Cancel. It opens the case if the server has already
 * created it, else asks whether to keep the draft. Without input, it closes the dialog.
 */
function useLeave(options: {
  saving: ReturnType<typeof useSaveCase>
  isFilled: boolean
  onClose: () => void
  onCreated: () => void
}) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const { saving, isFilled, onClose, onCreated } = options
  const open = () => {
    const id = saving.created()?.id
    if (id === undefined) return
    onCreated()
    void navigate({ to: '/order/detail/$id', params: { id } })
  }
  const ask = () => {
    if (saving.created()) return open()
    if (isFilled) return setAsking(true)
    onClose()
  }
  return { open, ask, isAsking, stay: () => setAsking(false) }
}
