import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { passwordDigest } from '@pontic/client'
import { portalClient } from '@pontic/contract'

/** Number of responses by HTTP status. */
export type StormAnswers = [status: number, count: number][]

const { port, round, perSecond } = workerData as { port: number; round: number; perSecond: number }
const wrongPassword = passwordDigest('not-the-password-1')
const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const answers = new Map<number, number>()
const open = new Set<Promise<void>>()
const startMs = performance.now()
let sent = 0

// Sends at a constant rate, however long the responses take.
const timer = setInterval(() => {
  const due = ((performance.now() - startMs) / 1000) * perSecond
  while (sent < due) {
    const one: Promise<void> = guess(sent++).finally(() => open.delete(one))
    open.add(one)
  }
}, 1000 / perSecond)

parentPort?.once('message', async () => {
  clearInterval(timer)
  await Promise.allSettled(open)
  agent.destroy()
  parentPort?.postMessage([...answers] satisfies StormAnswers)
})

function guess(number: number): Promise<void> {
  const body = new URLSearchParams({
    grant_type: 'password',
    client_id: portalClient.id,
    client_secret: portalClient.secret,
    username: `guess-${round}-${number}@storm.example`,
    password: wrongPassword,
  }).toString()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
    'x-forwarded-for': `10.${round % 250}.${(number >> 8) & 255}.${number & 255}`,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request({
      agent,
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/oauth/token',
      headers,
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const status = incoming.statusCode ?? 0
      answers.set(status, (answers.get(status) ?? 0) + 1)
      incoming.on('end', resolve).resume()
    })
    outgoing.end(body)
  })
}
