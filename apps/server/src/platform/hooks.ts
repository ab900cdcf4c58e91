/**
 * An extension point. A feature defines the hook and runs it, usually inside a transaction. Higher wings and other features
 * register handlers.
 */
export type Hook<Args extends readonly unknown[]> = {
  /** Adds a handler. A second one under the same name replaces the first. */
  register: (name: string, handler: (...args: Args) => Promise<void>) => void
  /**
   * Runs the handlers in order of registration.
   * @throws the error of a handler; later handlers then do not run
   */
  run: (...args: Args) => Promise<void>
}

/** Creates a hook. Other features of the same wing may run it, too. `src/hooks.ts` registers the handlers. */
export function defineHook<Args extends readonly unknown[]>(): Hook<Args> {
  const handlers = new Map<string, (...args: Args) => Promise<void>>()
  return {
    register: (name, handler) => void handlers.set(name, handler),
    run: async (...args) => {
      for (const handler of handlers.values()) await handler(...args)
    },
  }
}
