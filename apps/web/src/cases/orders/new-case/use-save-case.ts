import { limits, type Order, type OrderDraft, type OrderFile, type Prescription } from '@pontic/contract'
import { useRef, useState } from 'react'
import { type CallFailure, useWrite } from '../../../frame/api.ts'
import { startUpload } from '../../../frame/uploads.ts'
import type { PickedRow } from '../../files/picked-files.ts'

/** What is saved with a new case. `isWithoutScans`: an impression comes by post. */
export type NewCase = {
  draft: OrderDraft
  /** null: nothing was said yet. */
  prescription: Prescription | null
  rows: readonly PickedRow[]
  labId: string | null
  isWithoutScans: boolean
}

/**
 * Saves a new case: registers it, says what it orders, announces its files, starts the upload and, where a laboratory was chosen, sends it.
 * A step that was refused can be repeated: what is done already is not done again, and no file is lost.
 *
 * @param form where refused fields go
 * @returns `save` gives the case once it is whole; `filesFailure` is why its files were refused
 */
export function useSaveCase(form: { showFields: (fields: Record<string, string>) => void }) {
  const made = useRef<Order>(undefined)
  const announced = useRef(new Map<string, OrderFile>())
  const [filesFailure, setFilesFailure] = useState<CallFailure>()
  const shown = {
    form,
  }
  const create = useWrite('orders.create', shown)
  const update = useWrite('orders.update', shown)
  const prescribe = useWrite('prescriptions.update')
  const announce = useWrite('files.announce', { onFailure: setFilesFailure })
  const declare = useWrite('orders.declareNoScans')
  const send = useWrite('orders.send')

  const register = async (draft: OrderDraft) => {
    const before = made.current
    const order = before
      ? await update.send({ body: { id: before.id, draft } })
      : await create.send({ body: draft })
    if (order) made.current = order
    return order
  }

  const say = async ({ id }: Order, prescription: Prescription | null) =>
    prescription === null || (await prescribe.send({ body: { id, prescription } })) !== undefined

  const uploadAll = async (order: Order, rows: readonly PickedRow[]) => {
    setFilesFailure(undefined)
    const rest = rows.filter((row) => !announced.current.has(row.key))
    for (let at = 0; at < rest.length; at += limits.filesPerCallMax) {
      const part = rest.slice(at, at + limits.filesPerCallMax)
      const files = part.map(({ file, role }) => ({ name: file.name, sizeBytes: file.size, role }))
      const reply = await announce.send({ body: { id: order.id, files } })
      if (!reply) return false
      for (const [index, row] of part.entries()) {
        const one = reply.files[index]
        if (!one) continue
        announced.current.set(row.key, one)
        startUpload({ orderId: order.id, number: order.number }, one, row.file, row.handle)
      }
    }
    return true
  }

  const save = async ({
    draft,
    prescription,
    rows,
    labId,
    isWithoutScans,
  }: NewCase): Promise<Order | undefined> => {
    const order = await register(draft)
    if (!order || !(await say(order, prescription)) || !(await uploadAll(order, rows))) return undefined
    if (isWithoutScans && rows.length === 0) await declare.send({ body: { id: order.id } })
    // Refused or not, the case and its files are safe: the detail page offers the same step again.
    if (labId !== null) await send.send({ body: { id: order.id, labId } })
    return order
  }

  const isBusy = [create, update, prescribe, announce, declare, send].some((write) => write.isBusy)
  return { save, isBusy, filesFailure, registered: () => made.current }
}
