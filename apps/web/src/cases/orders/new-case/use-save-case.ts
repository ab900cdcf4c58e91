import type { Order, OrderDraft, OrderFile, Prescription } from '@pontic/contract'
import { useRef, useState } from 'react'
import { useWrite } from '../../../frame/api.ts'
import type { CallFailure } from '../../../frame/failures.ts'
import type { PickedRow } from '../../files/picked-files.ts'
import { uploadFiles } from '../../files/use-add-files.ts'

/** The input of a new case. `isWithoutScans`: the clinic declares that the case has no scans. */
export type NewCase = {
  draft: OrderDraft
  /** null if the user has not filled it in. */
  prescription: Prescription | null
  morePrescriptions: readonly Prescription[]
  rows: readonly PickedRow[]
  labId: string | null
  isWithoutScans: boolean
}

/**
 * Saves a new case: creates it, saves the prescription, starts the uploads and, with a laboratory, sends it. After a refused
 * step, `save` can be called again. It then updates the created case, and does not announce the same files twice.
 *
 * @param form shows the messages of refused fields
 * @returns `save` returns the case, or undefined if its fields, the prescription or the files were refused. `filesFailure` is the
 *   refusal of the files
 */
export function useSaveCase(form: { showFields: (fields: Record<string, string>) => void }) {
  const created = useRef<Order>(undefined)
  const announced = useRef(new Map<string, OrderFile>())
  const [filesFailure, setFilesFailure] = useState<CallFailure>()
  const create = useWrite('orders.create', { form })
  const update = useWrite('orders.update', { form })
  const prescribe = useWrite('prescriptions.update')
  const announce = useWrite('files.announce', { onFailure: setFilesFailure })
  const declare = useWrite('orders.declareNoScans')
  const send = useWrite('orders.send')

  const register = async (draft: OrderDraft) => {
    const { id } = created.current ?? {}
    const order = id ? await update.send({ body: { id, draft } }) : await create.send({ body: draft })
    if (order) created.current = order
    return order
  }

  const upload = (order: Order, rows: readonly PickedRow[]) => {
    setFilesFailure(undefined)
    const unannounced = rows.filter((row) => !announced.current.has(row.key))
    return uploadFiles(
      order,
      unannounced,
      (body) => announce.send({ body }),
      ({ key }, file) => announced.current.set(key, file),
    )
  }

  const save = async ({ draft, rows, labId, isWithoutScans, ...given }: NewCase) => {
    const order = await register(draft)
    if (!order) return undefined
    const { id } = order
    const { prescription } = given
    const body = { id, morePrescriptions: [...given.morePrescriptions] }
    if (prescription !== null && !(await prescribe.send({ body: { ...body, prescription } })))
      return undefined
    if (!(await upload(order, rows))) return undefined
    if (isWithoutScans && rows.length === 0) await declare.send({ body: { id } })
    // After a refused send, the case and its files are saved, and the page of the case offers to send it again.
    if (labId !== null) await send.send({ body: { id, labId } })
    return order
  }

  const isBusy = [create, update, prescribe, announce, declare, send].some((write) => write.isBusy)
  return { save, isBusy, filesFailure, created: () => created.current }
}
