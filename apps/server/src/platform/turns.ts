/** Work that waits for its turn. */
type Waiting = () => void

/**
 * Lets organizations take turns: at most `atOnce` pieces of work run at once, and after each piece the organization that has
 * waited longest comes next. An organization that starts many long tasks delays a task of another one by one piece only.
 */
export class Turns {
  readonly #atOnce: number
  #running = 0
  /** The waiting work of each organization, in the order of the turns. */
  readonly #queues = new Map<string, Waiting[]>()

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Runs a piece of work at the organization's next turn. @returns its result @throws its error */
  async run<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
    await this.#wait(organizationId)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#startNext()
    }
  }

  #wait(organizationId: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = this.#queues.get(organizationId) ?? []
    this.#queues.set(organizationId, queue)
    queue.push(resolve)
    this.#startNext()
    return promise
  }

  #startNext(): void {
    if (this.#running >= this.#atOnce) return
    const next = this.#queues.entries().next().value
    if (next === undefined) return
    const [organizationId, queue] = next
    // The organization goes to the end of the queue, and leaves it if nothing of it waits.
    this.#queues.delete(organizationId)
    const start = queue.shift()
    if (queue.length > 0) this.#queues.set(organizationId, queue)
    this.#running += 1
    start?.()
  }
}
