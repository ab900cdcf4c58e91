/** What a drag with the mouse does. */
export type DragAction = 'turn' | 'pan' | 'zoom'

/** The sets of mouse buttons that a user can choose: those of Pontic, or of the CAD software that they know. */
export const bindingNames = ['pontic', 'exocad', '3shape'] as const
export type BindingName = (typeof bindingNames)[number]

/** Pressed buttons as in `MouseEvent.buttons`. */
const buttons = { left: 1, right: 2, leftAndRight: 3, middle: 4 } as const
type Buttons = (typeof buttons)[keyof typeof buttons]

const actions: Record<BindingName, Partial<Record<Buttons, DragAction>>> = {
  pontic: { [buttons.left]: 'turn', [buttons.right]: 'pan', [buttons.middle]: 'pan' },
  exocad: { [buttons.right]: 'turn', [buttons.leftAndRight]: 'pan', [buttons.middle]: 'pan' },
  '3shape': { [buttons.right]: 'turn', [buttons.leftAndRight]: 'zoom', [buttons.middle]: 'pan' },
}

/**
 * Finds what a drag with the pressed buttons does. A button that rotates pans while Shift, Ctrl or Meta is pressed.
 * @param pressed as in `MouseEvent.buttons`
 */
export function findDragAction(
  name: BindingName,
  pressed: number,
  isModified: boolean,
): DragAction | undefined {
  const action = actions[name][pressed as Buttons]
  return action === 'turn' && isModified ? 'pan' : action
}
