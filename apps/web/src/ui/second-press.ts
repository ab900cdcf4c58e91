// A second tap so soon and so near is the second half of a double tap; browsers count only clicks of a mouse themselves.
const doubleTapMs = 400
const doubleTapPx = 24

/** What acts when it is pressed. The ground beside a dialog counts: it closes the dialog. */
const pressed = 'button, a[href], summary, [role="button"], [role="menuitem"], .dialog-veil'

const repeats = '[data-repeats], [role="toolbar"]'

/**
 * Ignores the second half of a double click, a double tap or a held Enter on everything that acts: the first half may have
 * moved another button under the pointer. A toolbar (undo, zoom) and what stands in `[data-repeats]` take every press.
 */
export function ignoreSecondPresses(page: Document): void {
  let lastTap: PointerEvent | undefined
  const isSecond = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return event.detail > 1
    const before = lastTap
    lastTap = event
    return (
      before !== undefined &&
      event.timeStamp - before.timeStamp < doubleTapMs &&
      Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < doubleTapPx
    )
  }
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  page.addEventListener(
    'click',
    (event) => {
      if (isSecond(event as PointerEvent) && actsOnce(event.target, pressed)) stop(event)
    },
    { capture: true },
  )
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Enter' && event.repeat && actsOnce(event.target, `${pressed}, input`)) stop(event)
    },
    { capture: true },
  )
}

function actsOnce(target: EventTarget | null, selector: string): boolean {
  const found = target instanceof Element ? target.closest(selector) : null
  return found !== null && found.closest(repeats) === null
}
