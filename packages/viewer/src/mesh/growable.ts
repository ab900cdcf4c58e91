/** A growable list of 32-bit floats. */
export class FloatList {
  length = 0
  private values: Float32Array<ArrayBuffer>

  constructor(capacity = 4096) {
    this.values = new Float32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Float32Array(growTo(this.length))
      grown.set(this.values)
      this.values = grown
    }
    this.values[this.length] = value
    this.length += 1
  }

  /** Returns a copy of the pushed values, without spare capacity. */
  finish(): Float32Array<ArrayBuffer> {
    return this.values.slice(0, this.length)
  }
}

/** A growable list of unsigned 32-bit integers. */
export class UintList {
  length = 0
  private values: Uint32Array<ArrayBuffer>

  constructor(capacity = 4096) {
    this.values = new Uint32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Uint32Array(growTo(this.length))
      grown.set(this.values)
      this.values = grown
    }
    this.values[this.length] = value
    this.length += 1
  }

  /** Returns a copy of the pushed values, without spare capacity. */
  finish(): Uint32Array<ArrayBuffer> {
    return this.values.slice(0, this.length)
  }
}

function growTo(length: number): number {
  return Math.ceil(length * 1.5) + 16
}
