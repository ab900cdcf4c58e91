import * as z from 'zod/mini'
import { Id } from './fields.ts'
import { FileRole, fileKinds } from './files.ts'
import { limits } from './limits.ts'
import type { RouteTable } from './route.ts'

/** A scan in a shared preview: no names of people, files are called by their role. */
export const PreviewFile = z.strictObject({
  id: Id,
  role: FileRole,
  kind: z.enum(fileKinds),
  sizeBytes: z.int(),
})
export type PreviewFile = z.output<typeof PreviewFile>

/** The token of a preview link, as the page reads it from its address' fragment. Sent in a header, never in a query. */
export const previewTokenHeader = 'x-preview-token'

const tokenHeader = { [previewTokenHeader]: 'The token of the link, the part of its address behind #' }

/** Calls behind `/open/preview3d` (portal.md §2; decisions §7), and what the pages of a case draw for those who only look. */
export const previewRoutes = {
  'previews.read': {
    method: 'GET',
    path: '/orders/:id/previews/:fileId',
    permission: 'file.read',
    summary:
      'The bytes of a scan or picture of a case, to be drawn; also for individuals who may not download its files',
    params: z.strictObject({ id: Id, fileId: Id }),
    reply: 'stream',
    errors: ['file.not_found', 'file.range_invalid'],
  },
  'previews.createLink': {
    method: 'POST',
    path: '/orders/preview',
    permission: 'file.share',
    summary: 'A signed, expiring link that opens the scans of one case in 3D',
    body: z.strictObject({
      id: Id,
      days: z._default(
        z.int().check(z.minimum(1, 'too_small'), z.maximum(limits.previewLinkDaysMax, 'too_large')),
        limits.previewLinkDaysDefault,
      ),
    }),
    reply: z.strictObject({ url: z.string(), expiresAt: z.string() }),
    secretReply: true,
    errors: ['order.not_found', 'order.wrong_status'],
  },
  'previews.open': {
    method: 'GET',
    path: '/open/preview3d',
    permission: 'public',
    summary: 'The scans that a preview link opens; the token goes in the header X-Preview-Token',
    headers: tokenHeader,
    reply: z.strictObject({ number: z.string(), expiresAt: z.string(), files: z.array(PreviewFile) }),
    errors: ['preview.link_invalid'],
  },
  'previews.download': {
    method: 'GET',
    path: '/open/preview3d/files/:fileId',
    permission: 'public',
    summary: 'The bytes of one scan of a preview link',
    params: z.strictObject({ fileId: Id }),
    headers: tokenHeader,
    reply: 'stream',
    errors: ['preview.link_invalid', 'file.range_invalid'],
  },
} as const satisfies RouteTable
