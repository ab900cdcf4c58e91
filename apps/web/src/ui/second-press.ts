// A second tap within this time and distance is part of a double tap. Browsers count clicks of mice only.
const doubleTapMs = 400
const doubleTapPx = 24

/** Elements that act when pressed. A press on the veil closes the dialog. */
const pressed = 'button, a[href], summary, [role="button"], [role="menuitem"], .dialog-veil'

const repeats = '[data-repeats], [role="toolbar"]'

/**
 * Ignores the second press of a double click, double tap or held Enter, because the first one may have moved another button
 * under the pointer. Toolbars (undo, zoom) and elements in `[data-repeats]` handle every press.
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
