import type { Order, OrderDraft, OrderFile, Prescription } from '@pontic/contract'
import { useRef, useState } from 'react'
import { useWrite } from '../../../frame/api.ts'
import type { CallFailure } from '../../../frame/failures.ts'
import type { PickedRow } from '../../files/picked-files.ts'
import { uploadFiles } from '../../files/use-add-files.ts'
import type { DraftSaver } from './draft-saver.ts'

/** The input of a new case. `isWithoutScans`: the clinic declares that the case has no scans. */
export type NewCase = {
  draft: OrderDraft
  /** null if the user has not filled it in. */
  prescription: Prescription | null
  morePrescriptions: readonly Prescription[]
  labId: string | null
  isWithoutScans: boolean
}

/**
 * Saves a new case: registers it for its draft, saves the prescription, starts the uploads and, with a laboratory, sends it. After a
 * refused step, `save` can be called again. It then corrects the registered case, and does not announce the same files twice.
 *
 * @param options.form shows the messages of refused fields
 * @param options.onStarted called with the key of each chosen file whose upload has started
 * @returns `save` returns the case, or undefined if its fields, the prescription or the files were refused. `registerAndUpload` only
 *   registers the case and starts the uploads. `announced` are the files whose uploads this form has started. `filesFailure` is the
 *   refusal of the files
 */
export function useSaveCase(options: {
  saver: DraftSaver
  form: { showFields: (fields: Record<string, string>) => void }
  onStarted: (key: string) => void
}) {
  const { saver, form } = options
  const [order, setOrder] = useState<Pick<Order, 'id' | 'number'> | undefined>(saver.order() ?? undefined)
  const known = useRef(order)
  const [announced, setAnnounced] = useState<readonly OrderFile[]>([])
  const [filesFailure, setFilesFailure] = useState<CallFailure>()
  const registerDraft = useWrite('drafts.register', { form, stale: ['orders'] })
  const create = useWrite('orders.create', { form })
  const update = useWrite('orders.update', { form })
  const prescribe = useWrite('prescriptions.update')
  const announce = useWrite('files.announce', { onFailure: setFilesFailure })
  const declare = useWrite('orders.declareNoScans')
  const send = useWrite('orders.send')
  // Ids of the announced files by the keys of the chosen files.
  const started = useRef(new Map<string, string>())
  // The early registration and the one of `save` run one after the other.
  const earlier = useRef<Promise<unknown>>(Promise.resolve())

  const sendDraft = async (draft: OrderDraft): Promise<Order | undefined> => {
    // Without its draft, such as after the limit of drafts, the case is created without a draft.
    if (await saver.flush()) return registerDraft.send({ body: { id: saver.id, draft } })
    const id = known.current?.id
    return id ? update.send({ body: { id, draft } }) : create.send({ body: draft })
  }
  const register = async (draft: OrderDraft) => {
    const registered = await sendDraft(draft)
    if (!registered) return undefined
    known.current = registered
    setOrder(registered)
    saver.setOrder(registered)
    return registered
  }

  const upload = (of: Pick<Order, 'id' | 'number'>, rows: readonly PickedRow[]) => {
    setFilesFailure(undefined)
    return uploadFiles(
      of,
      rows.filter(({ key }) => !started.current.has(key)),
      (body) => announce.send({ body }),
      ({ key }, file) => {
        started.current.set(key, file.id)
        setAnnounced((before) => [...before, file])
        options.onStarted(key)
      },
    )
  }

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = earlier.current.then(work, work)
    earlier.current = next.catch(() => undefined)
    return next
  }

  const registerAndUpload = (draft: OrderDraft, rows: () => readonly PickedRow[]) =>
    inTurn(async () => {
      const registered = await register(draft)
      if (registered) await upload(registered, rows())
    })

  const save = (
    { draft, prescription, labId, isWithoutScans, ...given }: NewCase,
    rows: () => readonly PickedRow[],
  ) =>
    inTurn(async () => {
      const registered = await register(draft)
      if (!registered) return undefined
      const { id } = registered
      const body = { id, morePrescriptions: [...given.morePrescriptions] }
      if (prescription !== null && !(await prescribe.send({ body: { ...body, prescription } })))
        return undefined
      if (!(await upload(registered, rows()))) return undefined
      if (isWithoutScans) await declare.send({ body: { id } })
      // After a refused send, the case and its files are saved, and the page of the case offers to send it again.
      if (labId !== null) await send.send({ body: { id, labId } })
      return registered
    })

  const [isSaving, setSaving] = useState(false)
  return {
    save: async (given: NewCase, rows: () => readonly PickedRow[]) => {
      setSaving(true)
      try {
        return await save(given, rows)
      } finally {
        setSaving(false)
      }
    },
    registerAndUpload,
    upload: (rows: () => readonly PickedRow[]) =>
      inTurn(async () => {
        if (known.current) await upload(known.current, rows())
      }),
    /** Forgets a removed file, so that it can be chosen again. */
    forget: (fileId: string) => {
      for (const [key, id] of started.current) if (id === fileId) started.current.delete(key)
    },
    isBusy: isSaving,
    filesFailure,
    announced,
    order,
  }
}
