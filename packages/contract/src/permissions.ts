/** Columns of the permission matrix: kinds of accounts by type of organization and administrator flag. */
export const actorKinds = [
  'clinic',
  'clinicAdmin',
  'lab',
  'labAdmin',
  'person',
  'operator',
  'platform',
] as const
export type ActorKind = (typeof actorKinds)[number]

/** `own`: rows that the actor's organization (or, for an individual, the actor) is a party to; `any`: all rows. */
export type Reach = 'own' | 'any'

type Row = Partial<Record<ActorKind, Reach>>

const everyone = {
  clinic: 'own',
  clinicAdmin: 'own',
  lab: 'own',
  labAdmin: 'own',
  person: 'own',
  operator: 'own',
  platform: 'own',
} as const satisfies Row
const clinics = { clinic: 'own', clinicAdmin: 'own' } as const satisfies Row
const labs = { lab: 'own', labAdmin: 'own' } as const satisfies Row
const platform = { platform: 'any' } as const satisfies Row
const administrators = { clinicAdmin: 'own', labAdmin: 'own' } as const satisfies Row

/**
 * The permission matrix (requirement 6.role, rules §3–§9): the reach of each permission for each kind of actor. Without a cell,
 * the call is refused with 403, whether or not the object exists. Screens use the same names.
 */
export const permissions = {
  'account.read': everyone,
  'account.write': everyone,
  'image.read': { ...everyone, platform: 'any' },
  'image.write': everyone,
  'event.read': everyone,
  'notification.read': everyone,
  'notification.write': everyone,
  'organization.read': { ...clinics, ...labs, platform: 'any' },
  'member.manage': administrators,
  'invitation.manage': administrators,
  'key.manage': administrators,
  'organization.write': { ...administrators, platform: 'own' },
  'organization.create': { platform: 'any' },
  'partner.read': { ...clinics, ...labs, platform: 'any' },
  'partner.manage': administrators,
  'order.read': { ...clinics, ...labs, person: 'own', platform: 'any' },
  // The routes with which a laboratory's own software receives its cases.
  'order.receive': labs,
  'order.create': clinics,
  'order.send': clinics,
  'order.recall': clinics,
  'order.accept': labs,
  'order.reject': labs,
  'order.ship': labs,
  // Assigns technicians of the laboratory to its cases (rules §16).
  'order.assign': { labAdmin: 'own' },
  'order.complete': clinics,
  'order.remark': { ...clinics, ...labs },
  'order.discard': clinics,
  'order.share': clinics,
  // The list of cases that clinics shared with the individual.
  'order.shared': { person: 'own' },
  'remake.read': { ...clinics, ...labs },
  'remake.write': { ...clinics, ...labs },
  'conversation.read': { ...clinics, ...labs },
  'conversation.write': { ...clinics, ...labs },
  // The design review: the laboratory requests it, the clinic assesses the design (rules §17).
  'review.read': { ...clinics, ...labs },
  'review.request': labs,
  'review.judge': clinics,
  'delivery.read': { ...clinics, ...labs },
  'delivery.write': { labAdmin: 'own' },
  // Drafts of new cases, and the documents that fill them in. API keys do not have it.
  'draft.manage': clinics,
  'view.manage': { ...clinics, ...labs },
  'dashboard.read': { ...clinics, person: 'own', platform: 'any' },
  // The groups of cases on the home page.
  'dashboard.inbox': { ...clinics, ...labs, person: 'own' },
  // The figures of a laboratory's production.
  'dashboard.production': labs,
  'requirement.manage': { labAdmin: 'own' },
  'file.read': { ...clinics, ...labs, person: 'own', platform: 'any' },
  'file.write': { ...clinics, ...labs },
  'file.release': clinics,
  'file.share': { ...clinics, ...labs },
  // Export and erasure of all data of a patient, and retention periods.
  'patient.manage': { clinicAdmin: 'own' },
  // Administrators read the requests of their organization, operators those that they submitted or handle (rules §9).
  'workorder.read': { ...everyone, platform: 'any' },
  'workorder.write': { ...everyone, platform: 'any' },
  'workorder.process': { operator: 'own', platform: 'any' },
  'workorder.assign': platform,
  // Extends `workorder.read` and `workorder.write` to all requests of the organization.
  'workorder.organization': { ...administrators, platform: 'own' },
  'audit.read': { ...administrators, platform: 'any' },
  // Restricts `audit.read` to rows that concern the caller's organization.
  'audit.own': administrators,
  // The back office is open to administrators of the platform only. Operators may open /work/* only (rules §9).
  'manage.organization': platform,
  'manage.user': platform,
  'manage.order': platform,
  'manage.workorder': platform,
  'manage.push': platform,
  // Push settings: the platform's own, and those of organizations, which it may only stop and delete (rules §16).
  'push.manage': { ...administrators, platform: 'any' },
  // Restricts `push.manage` to the settings of the caller's organization.
  'push.own': administrators,
  'manage.pull': platform,
  'manage.audit': platform,
  'manage.retention': platform,
  'manage.health': platform,
} as const satisfies Record<string, Row>

export type Permission = keyof typeof permissions

/** Returns the reach of a permission for a kind of actor; undefined if the actor does not have it. */
export function reachOf(kind: ActorKind, permission: Permission): Reach | undefined {
  const row: Row = permissions[permission]
  return row[kind]
}

/** Type of an organization: 1 clinic, 2 laboratory, 3 individual, 255 platform (requirement 1.organization.types). */
export const businessTypes = { platform: 255, clinic: 1, lab: 2, person: 3 } as const
export type BusinessType = (typeof businessTypes)[keyof typeof businessTypes]

/** Roles in a session (requirement 6.role). */
export const roles = ['ROLE_ADMIN', 'ROLE_CLINIC', 'ROLE_LAB', 'ROLE_PERSON'] as const
export type Role = (typeof roles)[number]

/** Returns the role in the session of a user whose organization has this type. */
export function roleOf(businessType: BusinessType): Role {
  if (businessType === businessTypes.platform) return 'ROLE_ADMIN'
  if (businessType === businessTypes.clinic) return 'ROLE_CLINIC'
  return businessType === businessTypes.lab ? 'ROLE_LAB' : 'ROLE_PERSON'
}

/**
 * Returns the matrix column of an account. A platform user without the administrator flag is an operator (rules §9).
 */
export function actorKindOf(businessType: BusinessType, isOrganizationAdministrator: boolean): ActorKind {
  if (businessType === businessTypes.platform) return isOrganizationAdministrator ? 'platform' : 'operator'
  if (businessType === businessTypes.clinic) return isOrganizationAdministrator ? 'clinicAdmin' : 'clinic'
  if (businessType === businessTypes.lab) return isOrganizationAdministrator ? 'labAdmin' : 'lab'
  return 'person'
}
