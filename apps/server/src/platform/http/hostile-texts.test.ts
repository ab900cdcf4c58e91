import { passwordDigest } from '@pontic/client'
import { defaultCalendar, type Route, type RouteName, reviewAspects, routes } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertDesign } from '../../test/design-reviews.ts'
import { listFields } from '../../test/fields.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { insertScan, pinOn } from '../../test/pins.ts'
import { newId } from '../db/ids.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp({ PONTIC_TRUSTED_PROXIES: '127.0.0.1' })
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const draft = ['patientName', 'doctor', 'equipmentNumber', 'softwareVersion', 'otherRequirements', 'remark']

/** Free texts of prescriptions. Implant lines and platforms are selected from the catalogue. */
const implantTexts = ['items.0.line', 'items.0.platform']
const prescriptionTexts = [
  ...['items.0.note', 'note', 'items.0.scanBodyReference', ...implantTexts],
  ...['bracketBrand', 'bracketHeight', 'wire', 'toothMould'],
]
/** Free texts of all prescriptions of a case. */
const caseTexts = ['prescription', 'morePrescriptions.0'].flatMap((path) =>
  prescriptionTexts.map((name) => `${path}.${name}`),
)

const transferTexts = ['name', 'folder', 'userName']

/** Free texts that are stored and returned. */
const storedTexts: Partial<Record<RouteName, string[]>> = {
  'orders.create': draft,
  'orders.update': draft.map((name) => `draft.${name}`),
  'orders.accept': ['operator'],
  'orders.reject': ['note'],
  'orders.ship': ['carrier', 'trackingNote'],
  'orders.remark': ['remark'],
  'drafts.save': [
    ...draft.map((name) => `content.values.${name}`),
    ...prescriptionTexts.map((name) => `content.prescriptions.0.${name}`),
    'content.fileNames.0',
  ],
  'drafts.register': draft.map((name) => `draft.${name}`),
  'prescriptions.update': caseTexts,
  'prescriptions.saveTemplate': ['name', ...caseTexts],
  'files.announce': ['files.0.name'],
  'conversation.post': ['text', 'pins.0.note'],
  'conversation.ask': ['text', 'pins.0.note'],
  'conversation.answer': ['text', 'pins.0.note'],
  'conversation.withdraw': ['note'],
  'reviews.request': ['note'],
  'reviews.approve': ['note', 'pins.0.note', ...reviewAspects.map((aspect) => `aspects.${aspect}.note`)],
  'reviews.askChanges': ['note', 'pins.0.note', ...reviewAspects.map((aspect) => `aspects.${aspect}.note`)],
  'orders.remake': ['note'],
  'remakes.noteCause': ['note'],
  'delivery.updateCalendar': ['holidays.0.name'],
  'views.create': ['name', 'content.filters.words'],
  'views.update': ['name', 'content.filters.words'],
  'partners.apply': ['message'],
  'members.register': ['name'],
  'members.create': ['name', 'licenseNumber'],
  'members.update': ['name', 'licenseNumber'],
  'organizations.register': ['address', 'name'],
  'organizations.createWithAccount': ['address', 'name'],
  'accounts.update': ['name', 'location', 'licenseNumber', 'timeZone'],
  'twoFactor.confirmPasskey': ['name', 'transports.0'],
  'organizations.update': ['contactPerson', 'postalCode', 'licenseNumber', 'about', 'terms', 'remark'],
  'organizations.updateAddress': ['address', 'postalCode'],
  'keys.create': ['name'],
  'erasures.create': ['name'],
  'workorders.create': ['title', 'requestNumber', 'content'],
  'workorders.reply': ['text'],
  'worktypes.create': ['name'],
  'worktypes.update': ['name'],
  'pullSettings.create': transferTexts,
  'pullSettings.update': transferTexts,
  'pushSettings.create': transferTexts,
  'pushSettings.update': transferTexts,
  'manage.createUser': ['name', 'licenseNumber'],
  'manage.updateUser': ['name', 'licenseNumber'],
  'manage.updateOrganization': [
    'about',
    'address',
    'contactPerson',
    'licenseNumber',
    'postalCode',
    'remark',
    'terms',
  ],
}
/** Free texts that a call uses but does not store. */
const unstoredTexts: Partial<Record<RouteName, string[]>> = {
  'manage.createExport': ['filter.words'],
  'audit.createExport': ['filter.words'],
  'session.create': ['code'],
  'orders.createExport': ['words'],
  'orders.takeShareLink': ['code'],
  'organizations.findByName': ['captcha.code'],
  'organizations.listByName': ['name', 'captcha.code'],
  'patients.createExport': ['name'],
  // A URL that is called and never returned.
  'push.subscribe': ['endpoint'],
  // URLs that are called, and validated as URLs.
  'pullSettings.create': ['address'],
  'pullSettings.update': ['address'],
  'pushSettings.create': ['address'],
  'pushSettings.update': ['address'],
  'accounts.checkEmailAvailable': ['captcha.code'],
  'accounts.modifyEmailByEmailCode': ['code'],
  'accounts.verifyEmailByEmailCode': ['code'],
  'accounts.undoEmailChange': ['code'],
  'accounts.reauthenticate': ['code'],
  'keys.revokeByLink': ['code'],
  'accounts.resetPwdByEmailCode': ['code'],
}

/** Free texts of a registration that are not stored. */
const unstoredByRegistering: Partial<Record<RouteName, string[]>> = {
  'members.register': ['invitation', 'captcha.code'],
  'organizations.register': ['invitation', 'captcha.code'],
}

const texts = [
  '<script>alert(1)<script>',
  '<svg onload=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}}',
  '{name}<b>',
  `'; drop table--`,
]

describe('T36: texts that attack a page', () => {
  it('T36: every free text that a call could store is covered here', () => {
    // A call that reads stores no text.
    const found = Object.entries<Route>(routes).flatMap(([name, { body, reads }]) =>
      body === undefined || reads
        ? []
        : listFields(body)
            // The cursor of a page is parsed and never shown.
            .filter(({ isFree, path }) => isFree && path.join('.') !== 'cursor')
            .map((field) => `${name} ${field.path.join('.')}`),
    )
    const known = [storedTexts, unstoredTexts, unstoredByRegistering].flatMap((table) =>
      Object.entries(table).flatMap(([name, paths]) => paths.map((path) => `${name} ${path}`)),
    )
    expect(found.sort()).toEqual(known.sort())
  })

  it.each(texts)("T36: %s stays plain text in the platform's push and pull settings", async (text) => {
    const root = as(app, people.root)
    const hostFingerprint = `SHA256:${'A'.repeat(43)}`
    const server = { kind: 'sftp', address: 'sftp://files.example.com', hostFingerprint, password: text }
    const own = { name: text, folder: text, userName: text }
    const out = { ...server, ...own, events: ['send'], format: 'pontic', isEnabled: false }
    const made = (await root.call('pushSettings.create', { body: out })).body.data
    expect(made).toMatchObject(own)
    const again = { name: `again ${text}`, folder: `again ${text}`, userName: `again ${text}` }
    const change = { id: made.id, ...again, password: text }
    expect((await root.call('pushSettings.update', { body: change })).body.data).toMatchObject(again)
    const clinicId = people.alice.organizationId
    const place = { ...server, bucket: null, region: null, clinicId, isEnabled: false, ...own }
    const pullSetting = (await root.call('pullSettings.create', { body: place })).body.data
    expect(pullSetting).toMatchObject(own)
    const pullChange = { ...place, ...again, id: pullSetting.id }
    expect((await root.call('pullSettings.update', { body: pullChange })).body.data).toMatchObject(again)
  })

  it.each(texts)(
    'T36: %s stays plain text in users and organizations that the platform edits, and is sanitized in their rich texts',
    async (text) => {
      const root = as(app, people.root)
      const short = text.slice(0, 20)
      const own = { name: text, licenseNumber: short }
      const email = `made-${newId()}@pontic.example`
      const { organizationId } = people.carol
      const made = await root.call('manage.createUser', { body: { organizationId, email, ...own } })
      expect(made.body.data).toMatchObject(own)
      const other = { name: `again ${text}`, licenseNumber: `B ${short}` }
      const edited = await root.call('manage.updateUser', { body: { id: made.body.data.id, ...other } })
      expect(edited.body.data).toMatchObject(other)
      const plain = { address: text, contactPerson: text.slice(0, 60), licenseNumber: short, remark: text }
      const rich = { about: `<p>ok</p>${text}`, terms: `<p>ok</p>${text}` }
      const body = { id: organizationId, ...plain, postalCode: short, ...rich }
      const changed = await root.call('manage.updateOrganization', { body })
      expect(changed.status).toBe(200)
      const { organization } = (await root.call('manage.getOrganization', { params: { id: organizationId } }))
        .body.data
      expect(organization).toMatchObject({ ...plain, postalCode: short })
      for (const html of [organization.about, organization.terms]) {
        expect(html).toContain('<p>ok</p>')
        expect(html).not.toMatch(/<script|<svg|<img|onload|onerror|href="javascript/i)
      }
    },
  )

  it.each(texts)('T36: %s stays plain text in each field of a case', async (text) => {
    const { alice, bob } = people
    const [clinic, lab] = [as(app, alice), as(app, bob)]
    const values = Object.fromEntries(draft.map((name) => [name, text]))
    const created = (await clinic.call('orders.create', { body: { type: 0, ...values } })).body.data
    expect(created).toMatchObject(values)
    const { id } = created
    const again = `again ${text}`
    const other = Object.fromEntries(draft.map((name) => [name, again.slice(0, 40)]))
    const updated = await clinic.call('orders.update', { body: { id, draft: { type: 0, ...other } } })
    expect(updated.body.data).toMatchObject(other)
    const content = { values, fileNames: [text] }
    const saved = await clinic.call('drafts.save', { body: { id: newId(), version: 0, content } })
    const { id: draftId } = saved.body.data
    const kept = (await clinic.call('drafts.get', { params: { id: draftId } })).body.data
    expect(kept.content).toMatchObject(content)
    const registered = await clinic.call('drafts.register', {
      body: { id: draftId, draft: { type: 0, ...values } },
    })
    expect(registered.body.data).toMatchObject(values)
    const file = { name: text, sizeBytes: 10, role: 'photo' }
    const announced = await clinic.call('files.announce', { body: { id, files: [file] } })
    expect(announced.body.data.files).toMatchObject([{ name: text }])
    const { id: made } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    const accept = { id: made, deliveryOn: '2030-01-01', operator: text }
    expect((await lab.call('orders.accept', { body: accept })).body.data).toMatchObject({ operator: text })
    await clinic.call('orders.remark', { body: { id: made, remark: text } })
    const ship = { id: made, withoutNumber: true, carrier: text, trackingNote: text }
    expect((await lab.call('orders.ship', { body: ship })).body.data).toMatchObject({
      carrier: text,
      trackingNote: text,
      remark: text,
    })
    const { id: refused } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    await lab.call('orders.reject', { body: { id: refused, reason: 'other', note: text } })
    const { timeline } = (await clinic.call('orders.get', { params: { id: refused } })).body.data
    expect(timeline.at(-1)).toMatchObject({ note: text })
  })

  it.each(texts)(
    'T36: %s stays plain text in the name of an API key, and in the name of a patient whose data is erased',
    async (text) => {
      const { call } = as(app, people.alice)
      const expiresOn = new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
      const key = await call('keys.create', { body: { name: text, scopes: ['order.read'], expiresOn } })
      expect(key.body.data.key.name).toBe(text)
      const mail = (await app.readMails()).find((one) => one.subject.startsWith('New API key'))
      expect(mail?.text).toContain(text)
      if (text.includes('<')) expect(mail?.html).not.toContain(text)
      const name = `Patient ${text}`
      const { id } = await insertOrder(app, { clinic: people.alice, patientName: name })
      const found = await call('patients.search', { body: { words: text } })
      expect(found.body.data.list.map((one) => one.name)).toContain(name)
      const body = { name, orderIds: [id] }
      expect((await call('patients.createExport', { body })).status).toBe(200)
      expect((await call('erasures.create', { body })).body.data.patientName).toBe(name)
      expect((await call('patients.get', { body: { name } })).body.data.name).toBe(name)
    },
  )

  it.each(texts)('T36: %s stays plain text in a support request, its replies and its type', async (text) => {
    const { alice, root } = people
    const type = await as(app, root).call('worktypes.create', { body: { name: text } })
    expect(type.body.data.name).toBe(text)
    const { id: typeId } = type.body.data
    const renamed = await as(app, root).call('worktypes.update', {
      body: { id: typeId, name: `again ${text}` },
    })
    expect(renamed.body.data.name).toBe(`again ${text}`)
    const { call } = as(app, alice)
    const draft = { typeId, priority: 'normal', title: text, requestNumber: text, content: text }
    const made = await call('workorders.create', { body: draft })
    expect(made.body.data).toMatchObject({ title: text, requestNumber: text })
    const { id } = made.body.data
    expect((await call('workorders.reply', { body: { id, text } })).body.data.text).toBe(text)
    expect((await call('workorders.get', { params: { id } })).body.data.content).toBe(text)
  })

  it.each(texts)('T36: %s stays plain text in a prescription and in the name of a template', async (text) => {
    const { call } = as(app, people.alice)
    const fieldsOf = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text]))
    const tooth = { tooth: '36', work: 'crown' }
    const given = {
      0: { items: [{ ...tooth, ...fieldsOf('note') }], ...fieldsOf('note') },
      1: { appliance: 'indirect_bonding', ...fieldsOf('bracketBrand', 'bracketHeight', 'wire', 'note') },
      2: { items: [{ ...tooth, ...fieldsOf('note', 'scanBodyReference') }], ...fieldsOf('note') },
      7: fieldsOf('toothMould', 'note'),
    }
    for (const type of [0, 1, 2, 7] as const) {
      const other = type === 7 ? 0 : 7
      const prescription = { type, ...given[type] }
      const all = { prescription, morePrescriptions: [{ type: other, ...given[other] }] }
      const { id } = await insertOrder(app, { clinic: people.alice, type })
      expect((await call('prescriptions.update', { body: { id, ...all } })).status).toBe(200)
      const { data } = (await call('orders.get', { params: { id } })).body
      expect(data).toMatchObject(all)
      const template = await call('prescriptions.saveTemplate', { body: { name: text, ...all } })
      expect(template.body.data).toMatchObject({ name: text, ...all })
    }
    const implant = { ...tooth, maker: 'straumann', line: text, platform: text }
    const { id } = await insertOrder(app, { clinic: people.alice, type: 2 })
    const answer = await call('prescriptions.update', {
      body: { id, prescription: { type: 2, items: [implant] } },
    })
    expect(answer.body.fields).toHaveProperty(['prescription.items.0.line'])
  })

  it.each(texts)('T36: %s stays plain text in a calendar, a view and an export', async (text) => {
    const [clinic, lab] = [as(app, people.alice), as(app, people.bob)]
    const calendar = { ...defaultCalendar, holidays: [{ from: '2026-12-24', to: '2026-12-24', name: text }] }
    await lab.call('delivery.updateCalendar', { body: calendar })
    const stored = await clinic.call('delivery.getCalendar', { params: { id: people.bob.organizationId } })
    expect(stored.body.data).toEqual(calendar)
    const view = { name: text, content: { filters: { words: text } } }
    const { id } = (await lab.call('views.create', { body: view })).body.data
    await lab.call('views.update', { body: { id, ...view } })
    const { list } = (await lab.call('views.list')).body.data
    expect(list.find((one) => one.id === id)).toMatchObject(view)
    await lab.call('views.delete', { params: { id } })
    await insertOrder(app, { clinic: people.alice, patientName: text })
    const { path } = (await clinic.call('orders.createExport', { body: { words: text } })).body.data
    const csv = await (await fetch(app.url + path)).text()
    expect(csv).toContain(text.replaceAll('"', '""'))
  })

  it.each(texts)('T36: %s stays plain text in messages, questions and remakes', async (text) => {
    const [clinic, lab] = [as(app, people.alice), as(app, people.bob)]
    const { id: orderId } = await insertOrder(app, {
      clinic: people.alice,
      lab: people.bob,
      status: 'accepted',
    })
    const { id: scanId } = await insertScan(app, orderId, people.alice)
    const pins = [pinOn(scanId, { note: text })]
    await clinic.call('conversation.post', { body: { orderId, text, pins } })
    const pinned = await lab.call('conversation.listPins', { params: { id: orderId } })
    expect(pinned.body.data.list[0]?.note).toBe(text)
    for (const end of ['answer', 'withdraw'] as const) {
      const question = { orderId, reason: 'other', text }
      const { id: questionId } = (await lab.call('conversation.ask', { body: question })).body.data
      if (end === 'answer') await clinic.call('conversation.answer', { body: { questionId, text } })
      else await lab.call('conversation.withdraw', { body: { questionId, note: text } })
    }
    const { list } = (await clinic.call('conversation.list', { body: { orderId } })).body.data
    expect(list.map((message) => message.text)).toEqual(Array(5).fill(text))
    const { id } = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'shipped' })
    const cause = { cause: 'other', note: text }
    const made = (await clinic.call('orders.remake', { params: { id }, body: cause })).body.data
    await lab.call('remakes.noteCause', { body: { id: made.id, ...cause } })
    const { remakes } = (await lab.call('orders.get', { params: { id } })).body.data
    expect(remakes).toMatchObject([{ clinicNote: text, labNote: text }])
  })

  it.each(texts)('T36: %s stays plain text in a design review', async (text) => {
    const [clinic, lab] = [as(app, people.alice), as(app, people.bob)]
    const { id: orderId } = await insertOrder(app, {
      clinic: people.alice,
      lab: people.bob,
      status: 'accepted',
    })
    const { id: fileId } = await insertDesign(app, people, orderId)
    const read = async () => (await clinic.call('reviews.get', { params: { id: orderId } })).body.data
    for (const end of ['askChanges', 'approve'] as const) {
      await lab.call('reviews.request', { body: { orderId, fileIds: [fileId], note: text } })
      const aspects = Object.fromEntries(reviewAspects.map((one) => [one, { verdict: 'fine', note: text }]))
      const body = { orderId, stepId: (await read()).steps.at(-1)?.id, aspects, note: text }
      expect((await clinic.call(`reviews.${end}`, { body } as never)).status).toBe(200)
    }
    const { steps } = await read()
    expect(steps.map(({ note }) => note)).toEqual(Array(4).fill(text))
    for (const { aspects } of steps)
      if (aspects) for (const { note } of Object.values(aspects)) expect(note).toBe(text)
    expect(steps.filter(({ aspects }) => aspects !== null)).toHaveLength(2)
  })

  it.each(texts)(
    'T36: %s stays plain text in a partnership application, and in the recipient name of a mail',
    async (text) => {
      const { erin, carol } = people
      const [clinic, lab] = [as(app, erin), as(app, carol)]
      await clinic.call('partners.apply', { body: { organizationId: carol.organizationId, message: text } })
      const { body } = await lab.call('partners.listApplications', { body: {} })
      expect(body.data.list).toMatchObject([{ message: text }])
      const plain = {
        contactPerson: text,
        postalCode: text.slice(0, 20).trim(),
        remark: text,
        licenseNumber: text,
      }
      expect((await clinic.call('organizations.update', { body: plain })).body.data).toMatchObject(plain)
      const place = { address: text, postalCode: text.slice(0, 20).trim() }
      expect((await clinic.call('organizations.updateAddress', { body: place })).body.data).toMatchObject(
        place,
      )
      await clinic.call('partners.cancel', { body: { organizationId: carol.organizationId } })
      const turn = texts.indexOf(text)
      const email = `hostile${turn}@pontic.example`
      const visitor = as(app, undefined, { 'x-forwarded-for': `203.0.113.${turn}` })
      const registered = await visitor.call('organizations.register', {
        body: {
          businessType: 1,
          organizationName: `Hostile ${turn}`,
          address: text,
          name: text,
          email,
          password: passwordDigest('Molar-and-incisor-7'),
        },
      })
      expect(registered.status).toBe(200)
      const mail = (await app.readMails()).find((one) => one.to === email)
      expect(mail?.text).toContain(text)
      if (text.includes('<')) expect(mail?.html).not.toContain(text)
      expect(mail?.html).not.toMatch(/<script|<svg|onload=(?![^<>]*&gt;)|<b>/)
      const row = await app.services.database.db
        .selectFrom('organization')
        .select('address')
        .where('email', '=', email)
        .executeTakeFirst()
      expect(row?.address).toBe(text)
    },
  )

  it.each(texts)(
    'T36: %s stays plain text in an organization that a platform administrator creates',
    async (text) => {
      const turn = texts.indexOf(text)
      const email = `vouched${turn}@pontic.example`
      const made = await as(app, people.root).call('organizations.createWithAccount', {
        body: { businessType: 2, organizationName: `Vouched ${turn}`, address: text, name: text, email },
      })
      expect(made.status).toBe(200)
      const mail = (await app.readMails()).find((one) => one.to === email)
      expect(mail?.text).toContain(text)
      if (text.includes('<')) expect(mail?.html).not.toContain(text)
      const row = await app.services.database.db
        .selectFrom('organization')
        .select(['address', 'contact_person'])
        .where('id', '=', made.body.data.organizationId)
        .executeTakeFirst()
      expect(row).toEqual({ address: text, contact_person: text })
    },
  )

  it.each(texts)('T36: %s stays plain text in the data of a member', async (text) => {
    const admin = as(app, people.alice)
    const email = `member${texts.indexOf(text)}@pontic.example`
    const values = { name: text, licenseNumber: text }
    const made = (await admin.call('members.create', { body: { email, ...values } })).body.data
    expect(made).toMatchObject(values)
    const mail = (await app.readMails()).find((one) => one.to === email)
    expect(mail?.text).toContain(text)
    if (text.includes('<')) expect(mail?.html).not.toContain(text)
    const again = { name: `again ${text}`, licenseNumber: `again ${text}` }
    const edited = await admin.call('members.update', { body: { id: made.id, ...again } })
    expect(edited.body.data).toMatchObject(again)
    const found = await admin.call('members.list', { body: { words: email } })
    expect(found.body.data.list).toMatchObject([again])
  })
})
