import { passwordDigest } from '@pontic/client'
import { businessTypes } from '@pontic/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { signIn } from '../../test/sign-in.ts'

let app: TestApp
let people: People
const password = 'Molar-and-incisor-7'

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

let made = 0
const wanted = (more: Record<string, unknown> = {}) => ({
  businessType: businessTypes.lab,
  organizationName: `Kiln Lab ${++made}`,
  address: '4 Kiln Yard',
  name: 'Kim',
  email: `kim${made}@kiln.example`,
  ...more,
})
const make = (body: ReturnType<typeof wanted>, by = people.root) =>
  as(app, by).call('organizations.createWithAccount', { body })

const mailsTo = async (email: string) => (await app.readMails()).filter((mail) => mail.to === email)

test.each([
  ['laboratory', businessTypes.lab, 'ROLE_LAB'],
  ['clinic', businessTypes.clinic, 'ROLE_CLINIC'],
] as const)(
  'the platform creates a %s with its administrator, who sets a password with the mailed link',
  async (_, businessType, role) => {
    const body = wanted({ businessType })
    const { status } = await make(body)
    expect(status).toBe(200)
    const [mail] = await mailsTo(body.email)
    expect(mail?.subject).toContain(body.organizationName)
    const code = mail?.links[0]?.split('#code=')[1] ?? ''
    const chosen = { code, newPwd: passwordDigest(password) }
    expect((await as(app, undefined).call('accounts.resetPwdByEmailCode', { body: chosen })).status).toBe(200)
    const kim = await signIn(app, body.email, password)
    expect(kim.body).toMatchObject({
      organization_name: body.organizationName,
      organization_type: businessType,
      authorities: [role],
      org_admin_flag: true,
      membership: 'active',
    })
  },
)

test('clinics find a laboratory as soon as the platform has created it', async () => {
  const body = wanted({ organizationName: 'Vouched Ceramics' })
  await make(body)
  const { body: found } = await as(app, people.alice).call('partners.search', { body: { words: 'vouched' } })
  expect(found.data.list.map(({ name }: { name: string }) => name)).toContain(body.organizationName)
})

test('a password that the platform has set must be changed at the first sign-in', async () => {
  const body = wanted({ businessType: businessTypes.clinic, password: passwordDigest(password) })
  expect((await make(body)).status).toBe(200)
  const refused = await signIn(app, body.email, password)
  expect(refused.body.key).toBe('session.password_change_required')
  const subjects = (await mailsTo(body.email)).map(({ subject }) => subject)
  expect(subjects.length).toBeGreaterThan(0)
})

test('a name or email address in use and a common password are refused, and nothing is stored', async () => {
  const name = 'Half A Laboratory'
  const taken = await make(wanted({ organizationName: name, email: people.alice.email }))
  expect([taken.status, Object.keys(taken.body.fields ?? {})]).toEqual([409, ['email']])
  const common = await make(wanted({ organizationName: name, password: passwordDigest('Password123') }))
  expect([common.status, Object.keys(common.body.fields ?? {})]).toEqual([400, ['password']])
  expect((await make(wanted({ organizationName: name }))).status).toBe(200)
  const twin = await make(wanted({ organizationName: name.toUpperCase() }))
  expect([twin.status, Object.keys(twin.body.fields ?? {})]).toEqual([409, ['organizationName']])
  const platform = await make(wanted({ businessType: businessTypes.platform }))
  expect(platform.status).toBe(400)
})

test('the audit row of an organization that the platform creates names the new organization', async () => {
  const { body } = await make(wanted())
  const row = await app.services.database.db
    .selectFrom('audit')
    .select(['account_id', 'subject_organization_ids'])
    .where('action', '=', 'organizations.createWithAccount')
    .where('object_id', '=', body.data.organizationId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    account_id: people.root.accountId,
    subject_organization_ids: [body.data.organizationId],
  })
})
