/** Reasons why a request has no result. */
export type MeasureReason =
  /** The mesh is not in the worker, or no longer. */
  | 'measure.no_mesh'
  /** The memory does not suffice for the tree. */
  | 'measure.too_large'
  | 'measure.failed'

/** Thrown by handlers and by the calls of `MeasureClient`. */
export class MeasureError extends Error {
  readonly reason: MeasureReason

  constructor(reason: MeasureReason) {
    super(reason)
    this.name = 'MeasureError'
    this.reason = reason
  }
}
