import * as z from 'zod/mini'
import { Id, Time } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'
import { PreviewFile, previewHeaders } from './preview-links.ts'

/**
 * Routes of the public page of a preview link (requirement 2.route.open.preview3d, rules §7), and re-encoded pictures for
 * individuals without the right to download.
 */
export const previewRoutes = {
  'previews.read': {
    method: 'GET',
    path: '/orders/:id/previews/:fileId',
    permission: 'file.read',
    audit: 'previews.read',
    summary:
      'Download a picture of a case as re-encoded by the portal (WebP), also for individuals without the right to download; scans are shown by `meshes.level`',
    params: z.strictObject({
      id: Id,
      fileId: Id,
    }),
    reply: 'stream',
    errors: ['file.not_found', 'file.range_invalid'],
  },
  'previews.open': {
    method: 'GET',
    path: '/open/preview3d',
    permission: 'public',
    audit: 'previews.open',
    summary: 'Get the scans of a preview link; send its token in the header X-Preview-Token',
    headers: previewHeaders,
    reply: z.strictObject({
      /** Number of the case. @example "C26-7F3K9Q" */
      number: z.string(),
      expiresAt: Time,
      /** Whether the page offers the tools that measure and compare. */
      allowsTools: z.boolean(),
      /** Scans of the preview. */
      files: z.array(PreviewFile),
    }),
    errors: ['preview.link_invalid', 'preview.link_revoked', 'preview.password_needed'],
  },
  'previews.progress': {
    method: 'GET',
    path: '/open/preview3d/progress',
    permission: 'public',
    audit: { none: 'Reads the processing state of scans; opening the link is recorded.' },
    summary: 'Get the processing state of the scans of a preview link; this call does not count as a visit',
    headers: previewHeaders,
    reply: z.strictObject({
      /** Scans with their processing state. */
      files: z.array(z.pick(PreviewFile, { id: true, mesh: true })),
    }),
    errors: ['preview.link_invalid', 'preview.link_revoked', 'preview.password_needed'],
  },
  'previews.events': {
    method: 'GET',
    path: '/open/preview3d/events',
    permission: 'public',
    audit: { none: 'Sends only that something has changed; opening the link is recorded.' },
    summary:
      'Server-sent events for an open preview: `event: change` when its scans or the link itself may have changed; ends after 15 minutes',
    headers: previewHeaders,
    reply: 'stream',
    errors: ['preview.link_invalid', 'preview.link_revoked', 'preview.password_needed', 'request.too_many'],
  },
} as const satisfies RouteTable
