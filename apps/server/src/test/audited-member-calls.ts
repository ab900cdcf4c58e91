import { type AuditAction, businessTypes } from '@pontic/contract'
import {
  type AuditedCall,
  type AuditFixtures,
  accountRow,
  actorOf,
  dayIn,
  pwd,
  type Stage,
  visitor,
} from './audited-calls.ts'
import { addOrganization, addPerson, as, type Person } from './people.ts'
import { readCode } from './registration.ts'

/**
 * Creates the fixture of a call that an administrator makes about a new member.
 * @param columns values of the member's account
 */
const onMember =
  (action: AuditAction, role: 'member' | 'waiting' = 'member', columns: object = {}) =>
  async ({ app, people: { alice } }: Stage): Promise<AuditedCall> => {
    const member = await addPerson(app, alice, role)
    const { accountId: id } = member
    const account = app.services.database.db.updateTable('account').where('id', '=', id)
    if (Object.keys(columns).length > 0) await account.set(columns).execute()
    return { by: alice, input: { params: { id } }, rows: [accountRow(action, member, alice)] }
  }

async function findAccount({ app }: Stage, email: string) {
  const found = await app.services.database.db
    .selectFrom('account')
    .select(['id as accountId', 'organization_id as organizationId'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return found
}

/** Creates an organization whose administrator has a second factor. @returns the administrator */
async function createGuarded({ app }: Stage, requires_two_factor: boolean): Promise<Person> {
  const admin = await addOrganization(app, businessTypes.clinic)
  const { db } = app.services.database
  const two_factor_at = app.clock.now()
  await db.updateTable('account').set({ two_factor_at }).where('id', '=', admin.accountId).execute()
  await db
    .updateTable('organization')
    .set({ requires_two_factor })
    .where('id', '=', admin.organizationId)
    .execute()
  return admin
}

const requirement =
  (isRequired: boolean) =>
  async (stage: Stage): Promise<AuditedCall> => {
    const by = await createGuarded(stage, !isRequired)
    const action = isRequired ? 'twoFactor.require' : 'twoFactor.release'
    return {
      by,
      input: { body: { isRequired } },
      rows: [{ action, object: ['organization', by.organizationId] }],
    }
  }

/** Fixtures of the calls about members, invitations, organizations and API keys. */
export const memberAuditFixtures: AuditFixtures<'members' | 'invitations' | 'organizations' | 'keys'> = {
  'members.register': async (stage) => {
    const email = 'jo@brookside.example'
    const { organizationId } = stage.people.alice
    return {
      by: undefined,
      headers: visitor(4),
      input: { body: { organizationId, name: 'Jo', email, password: pwd } },
      rows: async () => {
        const actor = await findAccount(stage, email)
        return [{ action: 'members.register', object: ['account', actor.accountId], actor }]
      },
    }
  },
  'members.create': async ({ people: { alice } }) => ({
    by: alice,
    input: { body: { name: 'Kim', email: 'kim@brookside.example' } },
    rows: ({ data }) => [{ action: 'members.create', object: ['account', data.id] }],
  }),
  'members.update': async ({ app, people: { alice } }) => {
    const member = await addPerson(app, alice)
    const body = { id: member.accountId, isAdministrator: true }
    return { by: alice, input: { body }, rows: [accountRow('members.update', member, alice)] }
  },
  'members.disable': onMember('members.disable'),
  'members.enable': onMember('members.enable', 'member', { disabled_at: '2026-01-01T00:00:00Z' }),
  'members.approve': onMember('members.approve', 'waiting'),
  'members.refuse': onMember('members.refuse', 'waiting'),
  'members.requireTwoFactor': {
    'twoFactor.require': requirement(true),
    'twoFactor.release': requirement(false),
  },
  'members.resetTwoFactor': onMember('twoFactor.reset'),
  'invitations.create': async ({ people }) => ({
    by: people.alice,
    input: { body: { email: 'lee@brookside.example' } },
    rows: ({ data }) => [{ action: 'invitations.create', object: ['invitation', data.invitation.id] }],
  }),
  'invitations.renew': async ({ app, people: { alice } }) => {
    const { id } = (await as(app, alice).call('invitations.create', { body: {} })).body.data.invitation
    const rows = [{ action: 'invitations.renew', object: ['invitation', id] }] as const
    return { by: alice, input: { params: { id } }, rows }
  },
  'invitations.withdraw': async ({ app, people: { alice } }) => {
    const { id } = (await as(app, alice).call('invitations.create', { body: {} })).body.data.invitation
    const rows = [{ action: 'invitations.withdraw', object: ['invitation', id] }] as const
    return { by: alice, input: { params: { id } }, rows }
  },
  'organizations.register': async (stage) => {
    const email = 'nora@audited.example'
    const more = { organizationName: 'Audited Dental', address: '1 High Street', name: 'Nora', email }
    return {
      by: undefined,
      headers: visitor(5),
      input: { body: { businessType: businessTypes.clinic, password: pwd, ...more } },
      rows: async ({ data }) => {
        const actor = await findAccount(stage, email)
        return [{ action: 'organizations.register', object: ['organization', data.organizationId], actor }]
      },
    }
  },
  'organizations.createWithAccount': async ({ people: { root } }) => ({
    by: root,
    input: {
      body: {
        businessType: businessTypes.lab,
        organizationName: 'Audited Lab',
        name: 'Lou',
        email: 'lou@audited.example',
      },
    },
    rows: ({ data: { organizationId } }) => [
      {
        action: 'organizations.createWithAccount',
        object: ['organization', organizationId],
        whose: [organizationId],
      },
    ],
  }),
  'organizations.findByName': async () => ({
    by: undefined,
    headers: visitor(6),
    input: { body: { name: 'Free Dental' } },
  }),
  'organizations.listByName': async () => ({
    by: undefined,
    headers: visitor(7),
    input: { body: { name: 'northl' } },
  }),
  'organizations.update': async ({ people: { alice } }) => ({
    by: alice,
    input: { body: { contactPerson: 'Alice' } },
    rows: [{ action: 'organizations.update', object: ['organization', alice.organizationId] }],
  }),
  'organizations.updateAddress': async ({ people: { alice } }) => ({
    by: alice,
    input: { body: { address: '12 Mill Lane' } },
    rows: [{ action: 'organizations.update', object: ['organization', alice.organizationId] }],
  }),
  'keys.create': async (stage) => ({
    by: stage.people.bob,
    input: { body: { name: 'Order desk', scopes: ['order.read'], expiresOn: dayIn(stage, 30) } },
    rows: ({ data }) => [{ action: 'keys.create', object: ['key', data.key.id] }],
  }),
  'keys.revoke': async (stage) => {
    const {
      app,
      people: { bob },
    } = stage
    const body = { name: 'Old desk', scopes: ['order.read'], expiresOn: dayIn(stage, 30) }
    const { id } = (await as(app, bob).call('keys.create', { body })).body.data.key
    return { by: bob, input: { params: { id } }, rows: [{ action: 'keys.revoke', object: ['key', id] }] }
  },
  'keys.revokeByLink': async (stage) => {
    const {
      app,
      people: { bob },
    } = stage
    const body = { name: 'Older desk', scopes: ['order.read'], expiresOn: dayIn(stage, 30) }
    const { id } = (await as(app, bob).call('keys.create', { body })).body.data.key
    const code = await readCode(app, bob.email)
    return {
      by: undefined,
      input: { body: { code } },
      rows: [{ action: 'keys.revoke', object: ['key', id], actor: actorOf(bob) }],
    }
  },
}
