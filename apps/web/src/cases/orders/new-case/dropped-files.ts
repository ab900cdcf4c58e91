import type { PickedFile } from '../../../ui/file-drop.ts'

let waiting: readonly PickedFile[] = []

/** Keeps files that were dropped on a page until the form of the new case opens. */
export function keepDropped(files: readonly PickedFile[]): void {
  waiting = files
}

/** Returns the kept files once. */
export function takeDropped(): readonly PickedFile[] {
  const taken = waiting
  waiting = []
  return taken
}
