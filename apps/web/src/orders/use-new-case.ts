import type { OrderDraft } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { usePrescriptionDraft } from '../prescription/use-prescription-draft.ts'
import { useSession } from '../session.ts'
import { useContractForm } from '../ui/contract-form.ts'
import { blankCase, CaseSchema } from './CaseFields.tsx'
import { usePartnerLabs } from './LabSelect.tsx'
import { usePickedFiles } from './picked-files.ts'
import type { CaseStep } from './StepBar.tsx'
import { useSaveCase } from './use-save-case.ts'

/** A case while it is registered: what is filled in, where one is, and what the buttons do. */
export type NewCaseForm = ReturnType<typeof useNewCase>

/** What is filled in of a new case. */
function useFilled() {
  const account = useSession()?.account_id ?? ''
  const form = useContractForm({ schema: CaseSchema, initial: blankCase, draft: `case.${account}` })
  const files = usePickedFiles(account)
  const [labId, setLabId] = useState<string | null>(null)
  const [isWithoutScans, setWithoutScans] = useState(false)
  const [step, setStep] = useState<CaseStep>('case')
  const [isAsked, setAsked] = useState(false)
  const prescription = usePrescriptionDraft({
    type: form.values.type,
    saved: null,
    draft: `new.${account}`,
    labId,
    isAsked,
  })
  const forget = () => {
    form.forgetDraft()
    form.setValues(blankCase)
    files.clear()
    setLabId(null)
    setWithoutScans(false)
    setStep('case')
    setAsked(false)
    prescription.forget()
  }
  const parts = { form, files, labId, setLabId, isWithoutScans, setWithoutScans, prescription }
  return { ...parts, step, setStep, setAsked, forget }
}

/**
 * A new case in two steps. Nothing is sent that lacks something: the step where it is missing is shown instead.
 * @param onClose the way out before anything was registered
 */
export function useNewCase(onClose: () => void) {
  const filled = useFilled()
  const { form, files, labId, isWithoutScans, prescription, setStep, setAsked } = filled
  const saving = useSaveCase({
    showFields: (fields) => {
      setStep('case')
      form.showFields(fields)
    },
  })
  const leave = useLeave(saving, onClose, filled.forget)
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
    if (order) leave()
  }
  const saveAll = (event: FormEvent<HTMLFormElement>) => {
    // What is wrong stands at the other step.
    if (form.validate().hasErrors) setStep('case')
    form.submit(save(true))(event)
  }
  const goOn = form.submit(() => setStep('prescription'))
  const saveOnly = () => form.submit(save(false))()
  return { ...filled, lab, saving, leave, goOn, saveAll, saveOnly }
}

const focusProblem = () => document.querySelector<HTMLElement>('.picked-file[data-problem] button')?.focus()

/** The way out: to the case once it is registered, else back to the list with everything kept. */
function useLeave(saving: ReturnType<typeof useSaveCase>, onClose: () => void, onRegistered: () => void) {
  const navigate = useNavigate()
  return () => {
    const id = saving.registered()?.id
    saving.reset()
    if (id === undefined) return onClose()
    onRegistered()
    void navigate({ to: '/order/detail/$id', params: { id } })
  }
}
