/**
 * The error catalogue (portal.md §8, decisions §2): key → stable number and HTTP status. Texts live in the
 * messages package under `errors`, in every language; the English one is demanded by its type.
 */
export const errors = {
  'request.invalid': { code: 1001, status: 400 },
  'request.unauthenticated': { code: 1002, status: 401 },
  'request.forbidden': { code: 1003, status: 403 },
  'request.not_found': { code: 1004, status: 404 },
  'request.method_not_allowed': { code: 1005, status: 405 },
  'request.timeout': { code: 1006, status: 408 },
  'request.too_large': { code: 1007, status: 413 },
  'request.unsupported_type': { code: 1008, status: 415 },
  'request.too_many': { code: 1009, status: 429 },
  'request.cross_site': { code: 1010, status: 403 },
  'request.key_reused': { code: 1011, status: 422 },
  'request.key_in_use': { code: 1012, status: 409 },
  'server.failed': { code: 1101, status: 500 },
  'server.unavailable': { code: 1102, status: 503 },
  'server.disk_full': { code: 1103, status: 507 },
  'member.waiting': { code: 1201, status: 403 },
  'session.invalid_client': { code: 2001, status: 401 },
  'session.invalid_grant': { code: 2002, status: 400 },
  'session.unsupported_grant': { code: 2003, status: 400 },
  'session.invalid_request': { code: 2004, status: 400 },
  'session.wrong_credentials': { code: 2005, status: 400 },
  'session.disabled': { code: 2006, status: 400 },
  'session.banned': { code: 2007, status: 400 },
  'session.unverified': { code: 2008, status: 400 },
  'session.password_too_simple': { code: 2009, status: 400 },
  'session.locked': { code: 2010, status: 429 },
  'session.get_switched_off': { code: 2011, status: 405 },
  'account.not_found': { code: 3001, status: 404 },
  'account.email_taken': { code: 3002, status: 409 },
  'account.code_invalid': { code: 3003, status: 400 },
  'account.password_too_common': { code: 3004, status: 400 },
  'organization.not_found': { code: 4001, status: 404 },
  'organization.name_taken': { code: 4002, status: 409 },
  'partner.not_found': { code: 5001, status: 404 },
  'partner.wrong_type': { code: 5002, status: 409 },
  'partner.self': { code: 5003, status: 409 },
  'partner.wrong_state': { code: 5004, status: 409 },
  'partner.banned': { code: 5005, status: 409 },
  'partner.required': { code: 5006, status: 409 },
  'order.not_found': { code: 6001, status: 404 },
  'order.wrong_status': { code: 6002, status: 409 },
  'order.changed': { code: 6003, status: 409 },
  'order.number_confirmation': { code: 6004, status: 400 },
  'order.arrival_confirmation': { code: 6005, status: 400 },
  'order.upload_unfinished': { code: 6006, status: 409 },
  'order.has_files': { code: 6007, status: 409 },
  'file.not_found': { code: 7001, status: 404 },
  'file.quota_full': { code: 7002, status: 413 },
  'file.too_large': { code: 7003, status: 413 },
  'file.empty': { code: 7004, status: 415 },
  'file.kind_refused': { code: 7005, status: 415 },
  'file.name_invalid': { code: 7006, status: 400 },
  'file.offset_conflict': { code: 7007, status: 409 },
  'file.digest_mismatch': { code: 7008, status: 422 },
  'file.not_finished': { code: 7009, status: 409 },
  'file.upload_gone': { code: 7010, status: 410 },
  'file.wrong_state': { code: 7011, status: 409 },
  'file.ticket_invalid': { code: 7012, status: 404 },
  'file.range_invalid': { code: 7013, status: 416 },
  'file.too_many': { code: 7014, status: 400 },
  'file.protocol': { code: 7015, status: 412 },
  'preview.link_invalid': { code: 7101, status: 404 },
  // Told by the viewer in the browser and by jobs that read meshes
  'mesh.not_a_mesh': { code: 7201, status: 422 },
  'mesh.truncated': { code: 7202, status: 422 },
  'mesh.too_large': { code: 7203, status: 422 },
  'mesh.bad_number': { code: 7204, status: 422 },
  'mesh.bad_index': { code: 7205, status: 422 },
  'mesh.empty': { code: 7206, status: 422 },
  'scene.no_webgl': { code: 7301, status: 422 },
} as const satisfies Record<string, { code: number; status: number }>

/** Key of a refusal, `feature.reason`. */
export type ErrorKey = keyof typeof errors

/** The body of a failed call under /restful. */
export type Failure = {
  code: number
  error: ErrorKey
  message: string
  fields?: Record<string, string>
  requestId: string
}
