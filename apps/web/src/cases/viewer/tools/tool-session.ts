/** Values of tools that outlive their panels, such as measured distances and the worker. They end with the viewer. */
export class ToolSession {
  private readonly values = new Map<string, unknown>()
  private readonly endings = new Set<() => void>()

  /** Returns the value of a name; creates it at the first call. */
  get<Value>(name: string, create: () => Value): Value {
    if (!this.values.has(name)) this.values.set(name, create())
    return this.values.get(name) as Value
  }

  /** Returns the value of a name; undefined before the first `get`. */
  find<Value>(name: string): Value | undefined {
    return this.values.get(name) as Value | undefined
  }

  set(name: string, value: unknown): void {
    this.values.set(name, value)
  }

  /** Registers a function that frees a value. */
  onEnd(end: () => void): void {
    this.endings.add(end)
  }

  /** Frees all values. The session can be used again. */
  end(): void {
    for (const end of this.endings) end()
    this.endings.clear()
    this.values.clear()
  }
}
