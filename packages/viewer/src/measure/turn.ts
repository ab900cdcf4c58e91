/** The control of a running request. A long handler awaits `pause` now and then, so that other requests run meanwhile. */
export type Turn = {
  /** Lets other messages run if the handler has run for some milliseconds. @throws the abort reason of the page */
  pause: () => Promise<void>
}
