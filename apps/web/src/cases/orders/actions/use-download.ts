import { startDownload } from '../../../ui/download.ts'
import { useOrderWrite } from './use-order-write.ts'

/**
 * Starts the browser's own download of a case's files by a ticket.
 * @returns takes the id of one file, or null for all of them as a ZIP
 */
export function useDownload(orderId: string): (fileId: string | null) => Promise<void> {
  const ticket = useOrderWrite('files.createTicket', { orderId })
  return async (fileId) => {
    const reply = await ticket.send({ body: { id: orderId, fileId } })
    if (reply) startDownload(reply.path)
  }
}
