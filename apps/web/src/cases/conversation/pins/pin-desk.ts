import type { NewPin, Pin, ReviewAspect } from '@pontic/contract'
import { createContext, useContext } from 'react'
import { createStore, type Store } from '../../../frame/store.ts'
import { readStored, writeStored } from '../../../frame/stored.ts'

/** What new pins belong to: a message, a question, an answer, or an aspect of an assessed design. */
export type PinTarget = 'message' | 'question' | 'answer' | ReviewAspect

/** A pin that is not sent yet. */
export type PinDraft = NewPin & { readonly key: string; readonly fileName: string }

type PinDrafts = Readonly<Partial<Record<PinTarget, readonly PinDraft[]>>>

/**
 * What the parts of a case's page share about pins: the viewer sets and shows them, conversation and review send them.
 * - `drafts` are kept in session storage until they are sent.
 * - `hasScans`: whether the page has a viewer, so that pins can be set and shown.
 * - `isRequested`: whether the viewer should open the tool for pins; the viewer resets it.
 * - `placing`: what new pins belong to, and what happens when the user has set them.
 * - `shown`: a pin that the viewer should show; the viewer resets it. `selected`: the pin that is marked.
 */
export type PinDesk = {
  readonly orderId: string
  readonly drafts: Store<PinDrafts>
  readonly hasScans: Store<boolean>
  readonly hasResolved: Store<boolean>
  readonly isRequested: Store<boolean>
  readonly placing: Store<{ readonly target: PinTarget; readonly onReturn: (() => void) | undefined }>
  readonly shown: Store<string | undefined>
  readonly selected: Store<string | undefined>
}

const none: PinDrafts = {}

/** Creates the desk of a case. @param key where drafts are stored; undefined stores nothing */
export function createPinDesk(orderId: string, key: string | undefined): PinDesk {
  const drafts = createStore((key === undefined ? undefined : readStored<PinDrafts>(key, 'session')) ?? none)
  if (key !== undefined)
    drafts.subscribe(() => {
      const isEmpty = Object.values(drafts.get()).every((list) => list.length === 0)
      writeStored(key, isEmpty ? undefined : drafts.get(), 'session')
    })
  return {
    orderId,
    drafts,
    hasScans: createStore(false),
    hasResolved: createStore(false),
    isRequested: createStore(false),
    placing: createStore<{ target: PinTarget; onReturn: (() => void) | undefined }>({
      target: 'message',
      onReturn: undefined,
    }),
    shown: createStore<string | undefined>(undefined),
    selected: createStore<string | undefined>(undefined),
  }
}

/** The desk of the case on the page; undefined on other pages and for users who may not read the conversation. */
export const PinDeskContext = createContext<PinDesk | undefined>(undefined)

const noDesk = createPinDesk('', undefined)

/** Returns the desk of the page; an empty one, which does nothing, if there is none. */
export const usePinDesk = (): PinDesk => useContext(PinDeskContext) ?? noDesk

/** Opens the tool that sets pins. @param onReturn called when the user goes back to the form */
export function placePins(desk: PinDesk, target: PinTarget, onReturn?: () => void): void {
  desk.placing.set({ target, onReturn })
  desk.isRequested.set(true)
}

/** Shows a pin in the 3D view, and its row in the list of pins. */
export function showPin(desk: PinDesk, { id, resolvedAt }: Pick<Pin, 'id' | 'resolvedAt'>): void {
  if (resolvedAt !== null) desk.hasResolved.set(true)
  desk.selected.set(id)
  desk.shown.set(id)
  desk.isRequested.set(true)
}

/** Changes the drafts of a target. */
export function changeDrafts(
  desk: PinDesk,
  target: PinTarget,
  change: (list: readonly PinDraft[]) => readonly PinDraft[],
): void {
  const drafts = desk.drafts.get()
  desk.drafts.set({ ...drafts, [target]: change(drafts[target] ?? []) })
}

/** Removes drafts that were sent. Pins that were set meanwhile stay. */
export function removeSent(desk: PinDesk, target: PinTarget, sent: readonly PinDraft[]): void {
  const keys = new Set(sent.map(({ key }) => key))
  changeDrafts(desk, target, (list) => list.filter(({ key }) => !keys.has(key)))
}

/** Returns drafts as the calls take them. */
export const toNewPins = (drafts: readonly PinDraft[]): NewPin[] =>
  drafts.map(({ key: _, fileName: __, ...pin }) => ({ ...pin, note: pin.note.trim() }))

const noDrafts: readonly PinDraft[] = []

/** Returns the drafts of a target. */
export const useDraftPins = (target: PinTarget | undefined): readonly PinDraft[] => {
  const drafts = usePinDesk().drafts.useValue()
  return (target && drafts[target]) ?? noDrafts
}
