import { request } from 'node:http'
import { passwordDigest } from '@pontic/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { setPassword, tryToken } from '../../test/sign-in.ts'
import { announceFile, sendTus } from '../../test/upload.ts'

let app: TestApp
let people: People
const password = 'Molar-and-incisor-7'
const bytes = Buffer.alloc(600_000, 'solid ')

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

/** Opens a PATCH request whose body the test writes. `answer` resolves to the status, or to 0 after an error. */
function openPatch(person: Person, fileId: string) {
  const outgoing = request(`${app.url}/restful/uploads/${fileId}`, {
    method: 'PATCH',
    agent: false,
    headers: {
      authorization: `Bearer ${person.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': 0,
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    },
  })
  const answer = new Promise<number>((resolve) => {
    outgoing.on('response', (incoming) => {
      incoming.resume()
      resolve(incoming.statusCode ?? 0)
    })
    outgoing.on('error', () => resolve(0))
  })
  return { outgoing, answer }
}

async function readOffset(fileId: string): Promise<number> {
  const answer = await sendTus({ app, person: people.alice }, 'HEAD', `/restful/uploads/${fileId}`)
  return Number(answer.headers['upload-offset'])
}

const pwd = passwordDigest(password)
const clientOf = (person: Person) => as(app, person)

/** Calls with which users revoke sessions of their own account. */
const revocations: Record<string, (amy: Person, elsewhere: Person) => Promise<{ status: number }>> = {
  'a new password': (amy) =>
    clientOf(amy).call('accounts.changePassword', {
      body: { pwd, newPwd: passwordDigest('Canine-and-crown-9') },
    }),
  'signing out that device': (amy, elsewhere) =>
    clientOf(elsewhere).call('accounts.endSession', { params: { id: amy.sessionId } }),
  'signing out everywhere else': (_amy, elsewhere) => clientOf(elsewhere).call('accounts.endOtherSessions'),
  'closing the account': (amy) => clientOf(amy).call('accounts.close'),
}

test.each(Object.keys(revocations))(
  'T11: %s stops the running upload of a session and keeps the received bytes',
  async (how) => {
    await setPassword(app, people.amy, password)
    const amy = { ...people.amy, ...(await createSession(app, people.amy.accountId)) }
    const elsewhere = { ...people.amy, ...(await createSession(app, people.amy.accountId)) }
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const input = { name: 'upper.stl', sizeBytes: bytes.length }
    const file = await announceFile({ app, person: amy }, order.id, input)
    const { outgoing, answer } = openPatch(amy, file.id)
    outgoing.write(bytes.subarray(0, 300_000))
    await expect.poll(() => readOffset(file.id), { interval: 20 }).toBe(300_000)
    expect((await revocations[how]!(amy, elsewhere)).status).toBe(200)
    expect(await answer).toBe(401)
    outgoing.destroy()
    expect(await readOffset(file.id)).toBe(300_000)
    expect(await tryToken(app, amy.token)).toBe(401)
  },
)
