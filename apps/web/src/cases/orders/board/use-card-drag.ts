import { type PointerEvent, useEffect, useRef, useState } from 'react'

const holdMs = 300
const startPx = 6
const edgePx = 48
const scrollPx = 14

/** The card that is dragged, and the column under the pointer. */
export type CardDrag = { readonly cardId: string; readonly columnKey: string | undefined }

type Drop = (cardId: string, columnKey: string) => void

const columnAt = (x: number, y: number) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-column]')?.dataset.column

/** Scrolls the board and the page while the pointer is near their edges. */
function scrollNear(board: HTMLElement, { clientX: x, clientY: y }: globalThis.PointerEvent): void {
  const { left, right } = board.getBoundingClientRect()
  if (x < left + edgePx) board.scrollLeft -= scrollPx
  if (x > right - edgePx) board.scrollLeft += scrollPx
  if (y < edgePx) window.scrollBy(0, -scrollPx)
  if (y > window.innerHeight - edgePx) window.scrollBy(0, scrollPx)
}

/** Creates a copy of a card that follows the pointer. */
function createGhost(card: HTMLElement): HTMLElement {
  const { width } = card.getBoundingClientRect()
  const ghost = card.cloneNode(true) as HTMLElement
  ghost.removeAttribute('data-card')
  ghost.setAttribute('aria-hidden', 'true')
  ghost.setAttribute('data-ghost', 'true')
  ghost.style.width = `${width}px`
  card.parentElement?.append(ghost)
  return ghost
}

/**
 * Lets users drag the cards of a board to other columns: with a mouse or pen at once, with a finger after it has rested on the card.
 * Escape cancels. Cards have `data-card` with their id, columns `data-column` with their key.
 * @returns the current drag, and the handler of the board
 */
export function useCardDrag(onDrop: Drop) {
  const [drag, setDrag] = useState<CardDrag>()
  const latest = useRef(onDrop)
  latest.current = onDrop
  const stop = useRef<() => void>(undefined)
  const isDragging = useRef(false)
  useEffect(() => () => stop.current?.(), [])
  // Browsers decide at the start of a touch whether a listener may keep the page from scrolling, so it is always there.
  useEffect(() => {
    const keepPage = (event: TouchEvent) => isDragging.current && event.cancelable && event.preventDefault()
    window.addEventListener('touchmove', keepPage, { passive: false })
    return () => window.removeEventListener('touchmove', keepPage)
  }, [])
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target : null
    const card = target?.closest<HTMLElement>('[data-card]')
    const cardId = card?.dataset.card
    if (!card || !cardId || event.button !== 0 || target?.closest('button, [role="menu"]')) return
    stop.current?.()
    stop.current = listen({
      board: event.currentTarget,
      card,
      start: event.nativeEvent,
      onMove: (columnKey) => {
        isDragging.current = true
        setDrag({ cardId, columnKey })
      },
      onEnd: (columnKey) => {
        isDragging.current = false
        setDrag(undefined)
        if (columnKey !== undefined) latest.current(cardId, columnKey)
      },
    })
  }
  return { drag, onPointerDown }
}

/** Follows one pointer until it is released. @returns a function that cancels */
function listen(press: {
  board: HTMLElement
  card: HTMLElement
  start: globalThis.PointerEvent
  onMove: (columnKey: string | undefined) => void
  onEnd: (columnKey: string | undefined) => void
}): () => void {
  const { board, card, start } = press
  const isTouch = start.pointerType === 'touch'
  let ghost: HTMLElement | undefined
  const begin = () => {
    ghost = createGhost(card)
    place(start)
    press.onMove(columnAt(start.clientX, start.clientY))
  }
  const place = ({ clientX, clientY }: globalThis.PointerEvent) => {
    if (ghost) ghost.style.translate = `${clientX - 24}px ${clientY - 16}px`
  }
  const hold = isTouch ? setTimeout(begin, holdMs) : undefined
  const move = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== start.pointerId) return
    const isFar = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > startPx
    // A finger that moves before it has rested scrolls the page.
    if (!ghost && isFar && isTouch) return end(undefined)
    if (!ghost && isFar) begin()
    if (!ghost) return
    place(event)
    scrollNear(board, event)
    press.onMove(columnAt(event.clientX, event.clientY))
  }
  const up = (event: globalThis.PointerEvent) => {
    if (event.pointerId === start.pointerId) end(ghost ? columnAt(event.clientX, event.clientY) : undefined)
  }
  const cancel = () => end(undefined)
  const key = (event: KeyboardEvent) => event.key === 'Escape' && cancel()
  const click = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const end = (columnKey: string | undefined) => {
    clearTimeout(hold)
    const hasDragged = ghost !== undefined
    ghost?.remove()
    ghost = undefined
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', up)
    window.removeEventListener('pointercancel', cancel)
    window.removeEventListener('keydown', key, true)
    if (!hasDragged) return
    // The release of a drag would open the link under the pointer.
    window.addEventListener('click', click, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', click, true))
    press.onEnd(columnKey)
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', up)
  window.addEventListener('pointercancel', cancel)
  window.addEventListener('keydown', key, true)
  return cancel
}
