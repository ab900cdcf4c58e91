// A second tap within this time and distance belongs to a double tap. Browsers count clicks (`detail`) only for mice.
const doubleTapMs = 400
const doubleTapPx = 24

/** Elements that act on a click. A click on the veil closes the dialog. */
const clickable = 'button, a[href], summary, [role="button"], [role="menuitem"], .dialog-veil'

const repeats = '[data-repeats], [role="toolbar"]'

/**
 * Ignores the second click of a double click or double tap, and repeated Enter events of a held key. The first click may have
 * moved another button under the pointer. Toolbars (undo, zoom) and elements in `[data-repeats]` handle every click.
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
      if (isSecond(event as PointerEvent) && actsOnce(event.target, clickable)) stop(event)
    },
    { capture: true },
  )
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Enter' && event.repeat && actsOnce(event.target, `${clickable}, input`)) stop(event)
    },
    { capture: true },
  )
}

function actsOnce(target: EventTarget | null, selector: string): boolean {
  const found = target instanceof Element ? target.closest(selector) : null
  return found !== null && found.closest(repeats) === null
}
