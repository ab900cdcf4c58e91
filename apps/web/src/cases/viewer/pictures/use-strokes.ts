import { useState } from 'react'
import type { Stroke } from './strokes.ts'

/** The strokes on a picture, and what changes them. */
export type Strokes = {
  readonly list: readonly Stroke[]
  readonly add: (stroke: Stroke) => void
  /** Removes all strokes, which can be undone. */
  readonly clear: () => void
  /** Undefined if there is nothing to undo. */
  readonly undo: (() => void) | undefined
  /** Undefined if there is nothing to redo. */
  readonly redo: (() => void) | undefined
}

/** Returns the strokes of a picture, at first none, with undo and redo. */
export function useStrokes(): Strokes {
  const [{ states, at }, setHistory] = useState<{ states: readonly (readonly Stroke[])[]; at: number }>({
    states: [[]],
    at: 0,
  })
  const list = states[at] ?? []
  const change = (next: (list: readonly Stroke[]) => readonly Stroke[]) =>
    setHistory(({ states, at }) => ({
      states: [...states.slice(0, at + 1), next(states[at] ?? [])],
      at: at + 1,
    }))
  const go = (to: number) =>
    states[to] ? () => setHistory((history) => ({ ...history, at: to })) : undefined
  return {
    list,
    add: (stroke) => change((before) => [...before, stroke]),
    clear: () => change(() => []),
    undo: go(at - 1),
    redo: go(at + 1),
  }
}
