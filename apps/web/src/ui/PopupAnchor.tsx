import { type Ref, type RefObject, useImperativeHandle } from 'react'

/**
 * Stands where Mantine wants the button that a popup hangs on, and gives it the one that was drawn before the popup's code
 * was here: that button must stay the same element, or it would lose the focus. Draws nothing.
 */
export function PopupAnchor({
  ref,
  target,
}: {
  ref?: Ref<HTMLElement>
  target: RefObject<HTMLElement | null>
}) {
  useImperativeHandle(ref, () => target.current as HTMLElement, [target])
  return null
}
