import { Worker } from 'node:worker_threads'

/** What argon2 costs: KiB of memory, passes, lanes. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number }

/** What the thread is asked. */
export type PasswordJob =
  | { kind: 'hash'; digest: string; cost: PasswordCost }
  | { kind: 'verify'; digest: string; stored: string }

/** What it answers: a hash, or whether the digest fits. */
export type PasswordAnswer = { result: string | boolean } | { failure: string }

const idle: Worker[] = []

/**
 * Runs argon2 on a thread of low priority; one thread for each job that runs at a time, kept for the next.
 * @throws Error where argon2 fails or the thread ends
 */
export function runOnPasswordThread(job: PasswordJob): Promise<string | boolean> {
  const worker = idle.pop() ?? new Worker(new URL('./password.worker.ts', import.meta.url))
  // Only while somebody waits for its answer it keeps the process alive.
  worker.ref()
  return new Promise((resolve, reject) => {
    const end = () => {
      worker.off('message', hear)
      worker.off('error', fail)
      worker.off('exit', gone)
      worker.unref()
    }
    const hear = (answer: PasswordAnswer) => {
      end()
      idle.push(worker)
      if ('result' in answer) resolve(answer.result)
      else reject(new Error(answer.failure))
    }
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    const gone = (code: number) => fail(new Error(`The thread of passwords ended with ${code}.`))
    worker.on('message', hear)
    worker.once('error', fail)
    worker.once('exit', gone)
    worker.postMessage(job)
  })
}
