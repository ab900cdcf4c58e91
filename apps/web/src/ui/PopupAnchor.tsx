import { type Ref, type RefObject, useImperativeHandle } from 'react'

/**
 * Passes the button of a popup to Mantine as its target and renders nothing. The button is rendered before the popup's code
 * is loaded, and must stay the same element so that it does not lose the focus.
 */
export function PopupAnchor({
  ref,
  target,
}: {
  ref?: Ref<HTMLElement>
  target: RefObject<HTMLElement | null>
}) {
  useImperativeHandle(ref, () => target.current!, [target])
  return null
}
