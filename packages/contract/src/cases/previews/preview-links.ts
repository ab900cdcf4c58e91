import * as z from 'zod/mini'
import { Done, Id, PasswordDigest, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { FileRole, fileKinds } from '../files/files.ts'
import { MeshFacts } from '../meshes/mesh-facts.ts'

/** A scan of a shared preview, without names of people. */
export const PreviewFile = z.strictObject({
  id: Id,
  role: FileRole,
  kind: z.enum(fileKinds),
  /** Size in bytes. */
  sizeBytes: z.int(),
  /** Measurements of a scan, null for other files. */
  mesh: z.nullable(MeshFacts),
})
export type PreviewFile = z.output<typeof PreviewFile>

/** Header with the token of a preview link. The page reads the token from the fragment of its address. */
export const previewTokenHeader = 'x-preview-token'

/** Header that proves, together with the token, that the visitor knows the password of a preview link. */
export const previewPassHeader = 'x-preview-pass'

const passwordNote = 'The pass that previews.unlock returned, for a link with a password'

/** Headers of the calls that anyone with a preview link may use. */
export const previewHeaders = {
  [previewTokenHeader]: {
    description: 'The token of the link: the part of its address after #',
    isRequired: true,
  },
  [previewPassHeader]: { description: passwordNote },
} as const

/** States of a preview link. */
export const previewLinkStates = ['open', 'expired', 'revoked'] as const
export type PreviewLinkState = (typeof previewLinkStates)[number]

/** A visit of a preview link. It contains the network of the visitor but never the complete IP address. */
export const PreviewView = z.strictObject({
  /** Time of the visit. */
  at: Time,
  /** Network of the visitor. @example "203.0.113.0/24" */
  network: z.string(),
  /** Name of the browser. @example "Firefox" */
  browser: z.string(),
  /** Operating system. @example "Windows" */
  system: z.string(),
})
export type PreviewView = z.output<typeof PreviewView>

/** A preview link as the parties of the case see it. */
export const PreviewLink = z.strictObject({
  id: Id,
  /** Whether the link still works. */
  state: z.enum(previewLinkStates),
  /** Address; null for links of the other party and for expired and revoked links. @example null */
  url: z.nullable(z.string()),
  createdAt: Time,
  expiresAt: Time,
  /** Name of the creator; empty for links of the other party. @example "Alice Moreau" */
  by: z.string(),
  /** Name of their organization. @example "Brookside Dental" */
  organizationName: z.string(),
  /** Ids of the chosen scans that still exist; null if the link shows all scans of the case. */
  fileIds: z.nullable(z.array(Id)),
  /** Whether visitors must call `previews.unlock` first. */
  hasPassword: z.boolean(),
  /** Whether visitors may measure and compare. */
  allowsTools: z.boolean(),
  /** Number of visits. */
  views: z.int(),
  /** The latest visits, newest first. */
  lastViews: z.array(PreviewView),
})
export type PreviewLink = z.output<typeof PreviewLink>

/** Days until a new link expires. */
export const PreviewLinkDays = z._default(
  z.int().check(z.minimum(1, 'too_small'), z.maximum(limits.previewLinkDaysMax, 'too_large')),
  limits.previewLinkDaysDefault,
)

const exampleId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
const fileId = '0193b0c5-2b11-7a0c-8f5e-1d2c3b4a5f60'
const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** Routes with which the parties of a case manage its preview links, and the one that unlocks a link with a password. */
export const previewLinkRoutes = {
  'previews.createLink': {
    method: 'POST',
    path: '/orders/preview',
    permission: 'file.share',
    audit: ['previews.createLink', 'previews.createToolsLink'],
    summary:
      'Create a signed, expiring link that opens scans of a case in 3D, all or the chosen ones, with an optional password, for looking only or also for measuring and comparing',
    body: z.strictObject({
      id: Id,
      /** Days until the link expires. */
      days: PreviewLinkDays,
      /** Ids of the scans; all scans of the case if omitted. */
      fileIds: z.optional(
        z.array(Id).check(z.minLength(1, 'required'), z.maxLength(limits.filesPerOrderMax, 'too_large')),
      ),
      /** Digest of a password that visitors need. */
      password: z.optional(PasswordDigest),
      /** Whether visitors may measure and compare; otherwise they only look. */
      allowsTools: z._default(z.boolean(), false),
    }),
    reply: z.strictObject({
      /**
       * Address of the preview.
       * @example "https://portal.example/open/preview3d#AAAAAAAAAAAAAAAAAAAAAA"
       */
      url: z.string(),
      expiresAt: Time,
    }),
    secretReply: true,
    errors: ['order.not_found', 'order.wrong_status', 'file.not_found', 'request.too_many'],
    example: {
      body: { id: exampleId, days: 7, fileIds: [fileId], password: digest, allowsTools: true },
    },
  },
  'previews.listLinks': {
    method: 'GET',
    path: '/orders/:id/links',
    permission: 'file.share',
    reads: true,
    secretReply: true,
    summary:
      'List the preview links of a case, newest first, with their visits: a laboratory sees its own, a clinic those of both parties',
    params: z.strictObject({ id: Id }),
    reply: z.strictObject({
      /** Links of the case. */
      list: z.array(PreviewLink),
    }),
    errors: ['order.not_found'],
  },
  'previews.revokeLink': {
    method: 'PUT',
    path: '/orders/preview/revoke',
    permission: 'file.share',
    audit: 'previews.revokeLink',
    summary: 'Revoke a preview link of the caller’s party; a clinic may also revoke those of the laboratory',
    body: z.strictObject({
      id: Id,
      linkId: Id,
    }),
    reply: Done,
    errors: ['order.not_found', 'preview.link_not_found'],
    example: { body: { id: exampleId, linkId: exampleId } },
  },
  'previews.unlock': {
    method: 'POST',
    path: '/open/preview3d/unlock',
    permission: 'public',
    audit: { none: 'Returns a pass for a link; opening the link with it is recorded.' },
    summary:
      'Unlock a preview link with its password; send the pass in the header X-Preview-Pass of the other calls',
    headers: { [previewTokenHeader]: previewHeaders[previewTokenHeader] },
    body: z.strictObject({
      password: PasswordDigest,
    }),
    reply: z.strictObject({
      /** Pass for the header `x-preview-pass`. @example "AAAAAAAAAAAAAAAAAAAAAA" */
      pass: z.string(),
      expiresAt: Time,
    }),
    secretReply: true,
    errors: ['preview.link_invalid', 'preview.link_revoked', 'preview.password_wrong', 'request.too_many'],
    example: {
      body: { password: digest },
    },
  },
} as const satisfies RouteTable
