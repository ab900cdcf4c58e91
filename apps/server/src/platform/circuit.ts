const failuresToOpen = 3
const firstPauseMs = 2_000
const longestPauseMs = 6_000

/**
 * Stops calling a service that fails: after three failures in a row, calls fail at once for two seconds, then one call tries
 * again. Each further failure doubles the pause, up to six seconds, so that people can go on soon after the service does.
 */
export class Circuit {
  #failures = 0
  #openUntilMs = 0
  #failingSince: Date | undefined
  #lastFailure = ''
  readonly #toError: (lastFailure: string) => Error

  /** @param toError returns the error of calls that fail at once, from the message of the last failure */
  constructor(toError: (lastFailure: string) => Error) {
    this.#toError = toError
  }

  /** Time of the first failure since the last success. */
  get failingSince(): Date | undefined {
    return this.#failingSince
  }

  get isOpen(): boolean {
    return performance.now() < this.#openUntilMs
  }

  /**
   * Runs an operation.
   * @param isFailure whether an error means that the service fails; other errors, such as a missing file, are answers
   * @throws the error of `toError` while calls are stopped, and the error of the operation
   */
  async run<Result>(
    operation: () => Promise<Result>,
    isFailure: (error: unknown) => boolean,
  ): Promise<Result> {
    if (this.isOpen) throw this.#toError(this.#lastFailure)
    // While one call tries again, the others keep failing at once.
    if (this.#failures >= failuresToOpen) this.#openUntilMs = performance.now() + this.#pauseMs()
    try {
      const result = await operation()
      this.#succeed()
      return result
    } catch (error) {
      if (isFailure(error)) this.#fail(error)
      else this.#succeed()
      throw error
    }
  }

  /** Lets calls through again, because the service is known to work. */
  close(): void {
    this.#succeed()
  }

  #pauseMs(): number {
    return Math.min(firstPauseMs * 2 ** (this.#failures - failuresToOpen), longestPauseMs)
  }

  #succeed(): void {
    this.#failures = 0
    this.#openUntilMs = 0
    this.#failingSince = undefined
  }

  #fail(error: unknown): void {
    this.#failures += 1
    this.#failingSince ??= new Date()
    this.#lastFailure = error instanceof Error ? error.message : String(error)
    if (this.#failures >= failuresToOpen) this.#openUntilMs = performance.now() + this.#pauseMs()
  }
}
