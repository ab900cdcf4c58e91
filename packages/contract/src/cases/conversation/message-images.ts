import * as z from 'zod/mini'
import { Id } from '../../fields.ts'

/** A photo of a message, or the picture of a pin; `images.get` returns its bytes. */
export const MessageImage = z.strictObject({
  id: Id,
  /** Width in pixels. */
  widthPx: z.int(),
  /** Height in pixels. */
  heightPx: z.int(),
})
export type MessageImage = z.output<typeof MessageImage>
