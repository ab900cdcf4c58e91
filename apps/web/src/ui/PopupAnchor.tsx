import { type Ref, type RefObject, useImperativeHandle } from 'react'

/**
 * Gives Mantine the button of a popup as its target and renders nothing. The button is rendered before the popup's code is
 * here, and must stay the same element to keep the focus.
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
