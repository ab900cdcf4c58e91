import * as z from 'zod/mini'
import { Id } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'

/** Purposes of a picture, each with a rule in `imageRules`. */
export const imagePurposes = ['avatar', 'logo', 'cover', 'message', 'workorder'] as const
export type ImagePurpose = (typeof imagePurposes)[number]

/**
 * Rules for the pictures of each purpose, in pixels after rotation: the minimum width (requirement 5.images: a cover at least
 * 900), and the box into which a picture is scaled. With `crops` the picture fills the box, and parts outside it are cut off.
 */
export const imageRules = {
  avatar: { minWidthPx: 1, widthPx: 512, heightPx: 512, crops: true },
  logo: { minWidthPx: 1, widthPx: 640, heightPx: 640, crops: false },
  cover: { minWidthPx: limits.coverWidthMinPx, widthPx: 1_920, heightPx: 1_920, crops: false },
  // Shades and margins are assessed in these pictures
  message: { minWidthPx: 1, widthPx: 2_560, heightPx: 2_560, crops: false },
  // Small print in a screenshot must be readable
  workorder: { minWidthPx: 1, widthPx: 2_560, heightPx: 2_560, crops: false },
} as const satisfies Record<
  ImagePurpose,
  { minWidthPx: number; widthPx: number; heightPx: number; crops: boolean }
>

/** A stored picture. */
export const StoredImage = z.strictObject({
  id: Id,
  /** Width in pixels. */
  widthPx: z.int(),
  /** Height in pixels. */
  heightPx: z.int(),
})
export type StoredImage = z.output<typeof StoredImage>

/** Routes of images (requirement 5.images, rules §7). */
export const imageRoutes = {
  'images.create': {
    method: 'POST',
    path: '/images/:purpose',
    permission: 'image.write',
    audit: { none: 'Nobody else can see a picture until a recorded call uses its id.' },
    waiting: true,
    summary:
      'Upload a JPG or PNG. It is recognized by its content and re-encoded without metadata, and is visible once a call uses its id',
    params: z.strictObject({
      /** Use of the image. */
      purpose: z.enum(imagePurposes),
    }),
    bytes: { max: limits.imageBytesMax, tooLarge: 'image.too_large' },
    reply: StoredImage,
    errors: [
      'image.too_large',
      'image.kind_refused',
      'image.unreadable',
      'image.too_narrow',
      'request.too_many',
    ],
  },
  'images.get': {
    method: 'GET',
    path: '/images/:id',
    permission: 'image.read',
    audit: 'workorders.picture',
    waiting: true,
    summary: 'Download an image (JPG or PNG) if the caller may read the object that has it',
    params: z.strictObject({ id: Id }),
    reply: 'stream',
    errors: ['image.not_found'],
  },
} as const satisfies RouteTable
