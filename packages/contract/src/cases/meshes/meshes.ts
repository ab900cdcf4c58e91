import * as z from 'zod/mini'
import { Id } from '../../fields.ts'
import type { RouteTable } from '../../route.ts'
import { previewHeaders } from '../previews/preview-links.ts'

/** Sizes of a scan's picture, in the ratio 4:3. `small` is for lists and cards, `large` for the viewer's poster and print. */
export const meshPictureSizes = {
  small: { widthPx: 240, heightPx: 180, kind: 'webp' },
  large: { widthPx: 1_200, heightPx: 900, kind: 'png' },
} as const
export type MeshPictureSize = keyof typeof meshPictureSizes

// Path parameters are strings. A preview has at most three levels.
const levelPart = z.enum(['0', '1', '2'])
const sizePart = z.enum(['small', 'large'])
const linkErrors = [
  'preview.link_invalid',
  'preview.link_revoked',
  'preview.password_needed',
  'file.not_found',
] as const

/**
 * Routes of the levels (decision 0039) and pictures (requirement 3.order.screenshot) that the server builds for scans. The
 * field `mesh` of a file lists them.
 */
export const meshRoutes = {
  'meshes.level': {
    method: 'GET',
    path: '/orders/:id/meshes/:fileId/levels/:level',
    permission: 'file.read',
    audit: 'meshes.level',
    summary:
      'Download a level of a scan’s preview as GLB (quantized, meshopt-compressed); level 0 is the coarsest',
    params: z.strictObject({
      id: Id,
      fileId: Id,
      /** Number of the level: 0 is the coarsest. */
      level: levelPart,
    }),
    reply: 'stream',
    errors: ['file.not_found', 'file.range_invalid'],
  },
  'meshes.picture': {
    method: 'GET',
    path: '/orders/:id/meshes/:fileId/pictures/:size',
    permission: 'file.read',
    audit: 'meshes.picture',
    summary:
      'Download the picture of a scan from its occlusal side, with a transparent background: WebP (small) or PNG (large)',
    params: z.strictObject({
      id: Id,
      fileId: Id,
      /** Size of the picture. */
      size: sizePart,
    }),
    reply: 'stream',
    errors: ['file.not_found', 'file.range_invalid'],
  },
  'meshes.openLevel': {
    method: 'GET',
    path: '/open/preview3d/meshes/:fileId/levels/:level',
    permission: 'public',
    audit: { none: 'Reads a scan of a preview link; opening the link is recorded.' },
    summary: 'Download a level of a scan with a preview link',
    params: z.strictObject({
      fileId: Id,
      /** Number of the level: 0 is the coarsest. */
      level: levelPart,
    }),
    headers: previewHeaders,
    reply: 'stream',
    errors: [...linkErrors, 'file.range_invalid'],
  },
  'meshes.openPicture': {
    method: 'GET',
    path: '/open/preview3d/meshes/:fileId/pictures/:size',
    permission: 'public',
    audit: { none: 'Reads a scan of a preview link; opening the link is recorded.' },
    summary: 'Download the picture of a scan with a preview link',
    params: z.strictObject({
      fileId: Id,
      /** Size of the picture. */
      size: sizePart,
    }),
    headers: previewHeaders,
    reply: 'stream',
    errors: [...linkErrors, 'file.range_invalid'],
  },
} as const satisfies RouteTable
