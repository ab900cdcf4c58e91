import { type DocumentValues, type DraftStep, type OrderDraft, orderTypes } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRead, useWrite } from '../../../frame/api.ts'
import { useFailureText } from '../../../frame/failures.ts'
import { useSession } from '../../../frame/session.ts'
import { useContractForm } from '../../../ui/contract-form.ts'
import type { PickedFile } from '../../../ui/file-drop.ts'
import { type PickedRow, usePickedFiles } from '../../files/picked-files.ts'
import { usePrescriptionDraft } from '../../prescriptions/use-prescription-draft.ts'
import { showFailure } from '../actions/use-order-write.ts'
import { CaseSchema, type CaseValues } from '../CaseFields.tsx'
import { usePartnerLabs } from '../LabSelect.tsx'
import { type CaseDefaults, type CaseInput, isCaseFilled, noDefaults } from './draft-content.ts'
import { createDraftId } from './draft-id.ts'
import { createDraftSaver, type DraftSaver, type DraftStart } from './draft-saver.ts'
import { takeDropped } from './dropped-files.ts'
import { useCaseFiles } from './use-case-files.ts'
import { fieldsToFill, useOrderDocuments } from './use-order-documents.ts'
import { useSaveCase } from './use-save-case.ts'

/** The state of the dialog for a new case and the handlers of its buttons. */
export type NewCaseForm = ReturnType<typeof useNewCase>

/** Options of the dialog for a new case. `onStored` is called after each stored change. */
export type NewCaseOptions = {
  start: DraftStart
  onStored: () => void
  onRestart: (start: DraftStart) => void
  onClose: () => void
}

/** Returns the input of a new case, which starts with the content of its draft. */
function useInput({ id, input: start }: DraftStart) {
  const form = useContractForm({ schema: CaseSchema, initial: start.values })
  const [written, write] = useState(start.written)
  const files = usePickedFiles(id, start.fileNames)
  const [labId, setLabId] = useState(start.labId)
  const [isWithoutScans, setWithoutScans] = useState(start.isWithoutScans)
  const [step, setStep] = useState<DraftStep>(start.step)
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
  const content: CaseInput = { values: form.values, written, labId, isWithoutScans, step, fileNames }
  const parts = { form, files, labId, setLabId, isWithoutScans, setWithoutScans, prescription }
  return { ...parts, content, write, step, setStep, setShowsMissing }
}

type Input = ReturnType<typeof useInput>

/**
 * Fills in doctor and equipment of the user's last case, and the laboratory of that case or the only partner. Fields that the user
 * has filled in meanwhile stay.
 */
function useDefaults(isNew: boolean, { form, labId, setLabId }: Input): CaseDefaults {
  const [defaults, setDefaults] = useState(noDefaults)
  const isOpen = isNew && defaults === noDefaults
  const { data } = useRead('drafts.getDefaults', {}, { isEnabled: isOpen })
  const labs = usePartnerLabs()
  useEffect(() => {
    if (!isOpen || !data || !labs) return
    const lab = data.labId ?? (labs.length === 1 ? labs[0]?.organizationId : undefined) ?? null
    setDefaults({ ...data, labId: lab })
    for (const name of ['doctor', 'equipmentNumber', 'softwareVersion'] as const)
      if (form.values[name] === '' && data[name] !== '') form.setFieldValue(name, data[name])
    if (labId === null && lab !== null) setLabId(lab)
  }, [isOpen, data, labs, form, labId, setLabId])
  return defaults
}

/** Saves the input as a draft after each change. */
function useSaver(options: NewCaseOptions, content: CaseInput, isFilled: boolean): DraftSaver {
  const accountId = useSession()?.account_id ?? ''
  const [saver] = useState(() => createDraftSaver(accountId, options.start))
  const text = JSON.stringify(content)
  const latest = useRef({ ...options, content, isFilled })
  latest.current = { ...options, content, isFilled }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` and `isFilled` stand for the input
  useEffect(() => {
    const now = latest.current
    if (saver.update(now.content, now.isFilled) && now.isFilled) now.onStored()
  }, [saver, text, isFilled])
  useEffect(() => () => saver.close(), [saver])
  return saver
}

/** Adds chosen files, reads the order documents among them, and starts the uploads if the case is registered already. */
function useFiles(input: Input, defaults: CaseDefaults, saving: ReturnType<typeof useSaveCase>) {
  const { form, files, content, write } = input
  const latest = useRef(content)
  latest.current = content
  const onCase = useCaseFiles(saving.order, saving.announced)
  const fill = (values: DocumentValues) => {
    const { labId: _, ...texts } = defaults
    const fields: Partial<CaseValues> = fieldsToFill(latest.current, texts, values)
    for (const [name, value] of Object.entries(fields)) form.setFieldValue(name, value)
    const isUntouched =
      latest.current.values.type === orderTypes.restoration &&
      Object.keys(latest.current.written).length === 0
    if (isUntouched) form.setFieldValue('type', values.type)
    const { prescription } = values
    if (prescription) write((before) => ({ [prescription.type]: prescription, ...before }))
    files.setRoles(values.files)
  }
  const documents = useOrderDocuments({ input: () => latest.current, fill })
  const add = (picked: readonly PickedFile[]) => {
    const fresh = onCase.resume(picked)
    files.add(fresh)
    void documents.read(fresh)
  }
  const addLatest = useRef(add)
  addLatest.current = add
  useEffect(() => {
    // Files that were dropped on a page before the form opened.
    const dropped = takeDropped()
    if (dropped.length > 0) addLatest.current(dropped)
  }, [])
  useUploads(files.rows, saving)
  const removeFromCase = (fileId: string) => {
    onCase.remove(fileId)
    saving.forget(fileId)
  }
  return { ...files, add, onCase: { ...onCase, remove: removeFromCase }, documents: documents.result }
}

/** Uploads each chosen file once as soon as the case is registered. After a refusal, saving the case tries again. */
function useUploads(rows: readonly PickedRow[], { order, upload }: ReturnType<typeof useSaveCase>): void {
  const tried = useRef(new Set<string>())
  const latest = useRef({ rows, upload })
  latest.current = { rows, upload }
  const keys = rows.map(({ key }) => key).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keys` stands for the rows
  useEffect(() => {
    const waiting = () => latest.current.rows.filter(({ problem }) => problem === undefined)
    const fresh = waiting().filter(({ key }) => !tried.current.has(key))
    if (!order || fresh.length === 0) return
    for (const { key } of fresh) tried.current.add(key)
    void latest.current.upload(waiting)
  }, [order, keys])
}

/**
 * Returns the state of a new case and the functions that save it. If a value is missing or invalid, the step with this value is
 * shown and nothing is sent.
 */
export function useNewCase(options: NewCaseOptions) {
  const { start, onClose, onRestart } = options
  const input = useInput(start)
  const { form, labId, isWithoutScans, prescription, setStep, setShowsMissing, content } = input
  const defaults = useDefaults(start.version === 0 && !start.isUnsaved, input)
  const isFilled = isCaseFilled(content, defaults)
  const saver = useSaver(options, content, isFilled)
  const saving = useSaveCase({
    saver,
    form: {
      showFields: (fields) => {
        setStep('case')
        form.showFields(fields)
      },
    },
    onStarted: input.files.remove,
  })
  const files = useFiles(input, defaults, saving)
  const leave = useLeave({ saver, saving, isFilled, onClose, onDeleted: files.clear })
  const lab = usePartnerLabs()?.find((one) => one.organizationId === labId)
  const hasFiles = files.rows.length + files.onCase.files.length > 0
  const rows = useRef(files.rows)
  rows.current = files.rows
  const uploadable = () => rows.current.filter(({ problem }) => problem === undefined)

  const save = (wantsToSend: boolean) => async (draft: OrderDraft) => {
    // The list of files shows the problem of each file.
    if (uploadable().length < rows.current.length) {
      setStep('case')
      return requestAnimationFrame(focusProblem)
    }
    const isSending = wantsToSend && labId !== null
    if (Object.keys(prescription.invalid).length > 0 || (isSending && prescription.missing.length > 0)) {
      setStep('prescription')
      return setShowsMissing(true)
    }
    const order = await saving.save(
      {
        draft,
        prescription: prescription.isTouched ? prescription.value : null,
        morePrescriptions: prescription.more,
        labId: isSending ? labId : null,
        isWithoutScans: isWithoutScans && !hasFiles,
      },
      uploadable,
    )
    if (order) leave.open(order.id)
  }
  const saveAll = (event: FormEvent<HTMLFormElement>) => {
    // The fields of this form are in the first step.
    if (form.validate().hasErrors) setStep('case')
    return form.submit(save(true))(event)
  }
  // Patient and type are known now, so the files are uploaded while the user fills in the prescription.
  const next = form.submit((draft: OrderDraft) => {
    setStep('prescription')
    if (uploadable().length > 0 && !saving.order) void saving.registerAndUpload(draft, uploadable)
  })
  const saveOnly = () => form.submit(save(false))()
  const keepMine = () => {
    const status = saver.currentStatus()
    if (status.kind === 'changed') saver.overwrite(status.theirs)
  }
  const restart = {
    keepMine,
    takeTheirs: () => {
      const status = saver.currentStatus()
      if (status.kind === 'changed') onRestart(saver.startWith(status.theirs))
    },
    saveNew: () => {
      const id = createDraftId()
      files.moveTo(id)
      onRestart({ id, version: 0, input: content, order: null, isUnsaved: true })
    },
  }
  return { ...input, files, hasFiles, lab, saver, saving, leave, next, saveAll, saveOnly, restart }
}

const focusProblem = () => document.querySelector<HTMLElement>('[data-file-problem] button')?.focus()

/**
 * Handles leaving the dialog. `open` opens the created case. `ask` is called on Cancel: it asks whether to keep the draft, or closes
 * the dialog if nothing was filled in. `discard` deletes the draft and discards its registered case.
 */
function useLeave(options: {
  saver: DraftSaver
  saving: ReturnType<typeof useSaveCase>
  isFilled: boolean
  onClose: () => void
  onDeleted: () => void
}) {
  const navigate = useNavigate()
  const textOf = useFailureText()
  const discardCase = useWrite('orders.discard', { stale: ['drafts'] })
  const [isAsking, setAsking] = useState(false)
  const { saver, saving, isFilled, onClose, onDeleted } = options
  const deleteDraft = async () => {
    onDeleted()
    await saver.delete().catch((error: unknown) => showFailure(textOf(error)))
  }
  const open = (id: string) => {
    void deleteDraft()
    void navigate({ to: '/order/detail/$id', params: { id } })
  }
  const ask = () => (isFilled || saving.order ? setAsking(true) : onClose())
  const discard = async () => {
    const { order } = saving
    await deleteDraft()
    if (order) await discardCase.send({ params: { id: order.id } })
  }
  return { open, ask, discard, isAsking, stay: () => setAsking(false) }
}
