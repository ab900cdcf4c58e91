/** The thread that runs argon2: a job comes as a message, its answer goes back as one. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { PasswordAnswer, PasswordJob } from './password-thread.ts'

const niceness = 10

// On Linux this is the thread's own: a storm of sign-ins leaves the cores to everybody else's calls. Elsewhere it would
// be the whole process's.
if (process.platform === 'linux') setPriority(0, niceness)

parentPort?.on('message', (job: PasswordJob) => {
  const answer = (result: PasswordAnswer) => parentPort?.postMessage(result)
  try {
    answer({
      result: job.kind === 'hash' ? hashSync(job.digest, job.cost) : verifySync(job.stored, job.digest),
    })
  } catch (error) {
    answer({ failure: (error as Error).message })
  }
})
