import type { ScanScene, SceneState, SceneView } from '@pontic/viewer/scene'
import {
  IconCamera,
  IconContrast2,
  IconEyeOff,
  IconFocusCentered,
  IconKeyboard,
  IconLink,
  IconMaximize,
  IconStack2,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { IconProps } from '../../ui/dental-icons.tsx'
import {
  IconApart,
  IconViewFront,
  IconViewLeft,
  IconViewLower,
  IconViewRight,
  IconViewUpper,
} from './view-icons.tsx'

/** What is open beside the picture. */
export type Panels = { readonly isBare: boolean; readonly hasLayers: boolean; readonly hasKeys: boolean }

/** Standard views in the bar; `back` is on its key only. */
type BarView = Exclude<SceneView, 'back'>

/** Key of a tool's name under `viewer` in the messages. */
export type ToolName =
  | `views.${BarView}`
  | `tools.${'fit' | 'zoomIn' | 'zoomOut' | 'matte' | 'apart' | 'copyView' | 'picture' | 'wholeScreen' | 'layers' | 'keys' | 'hide'}`

/**
 * One button of the bar and one line of the keys.
 * - `shortcut`: key that does the same while the focus is in the viewer.
 * - `isPressed`: for buttons that stay down; undefined for those that only act.
 * - `group`: a line stands between groups. `isRare`: under "more" where there is no room.
 */
export type Tool = {
  readonly name: ToolName
  readonly icon: ComponentType<IconProps>
  readonly shortcut: string
  readonly isPressed?: boolean
  readonly group: 'views' | 'frame' | 'show' | 'page'
  readonly isRare?: boolean
  readonly run: () => void
}

/** What the tools act on beside the scene. */
export type ToolActions = {
  savePicture: () => void
  /** Puts the view into the address, and the address on the clipboard. */
  copyView: () => void
  /** Undefined where the browser has no full screen (phones of Apple). */
  toggleWholeScreen: (() => void) | undefined
  isWholeScreen: boolean
  panels: Panels
  setPanels: (change: Partial<Panels>) => void
  /** Hides everything but the picture. */
  hideAll: () => void
}

const viewIcons: readonly [BarView, string, ComponentType<IconProps>][] = [
  ['front', '1', IconViewFront],
  ['right', '2', IconViewRight],
  ['left', '3', IconViewLeft],
  ['occlusal-upper', '4', IconViewUpper],
  ['occlusal-lower', '5', IconViewLower],
]

/** The tools that there are now, in the order of the bar. */
export function listTools(scene: ScanScene, state: SceneState, actions: ToolActions): Tool[] {
  const views = viewIcons.map(
    ([view, shortcut, icon]): Tool => ({
      name: `views.${view}`,
      icon,
      shortcut,
      isPressed: state.view === view,
      group: 'views',
      run: () => scene.setView(view),
    }),
  )
  return [...views, ...listSceneTools(scene, state), ...listPageTools(actions)]
}

function listSceneTools(scene: ScanScene, state: SceneState): Tool[] {
  const zoom = (name: ToolName, icon: Tool['icon'], shortcut: string, steps: number): Tool => ({
    name,
    icon,
    shortcut,
    group: 'frame',
    isRare: true,
    run: () => scene.zoom(steps),
  })
  const tools: Tool[] = [
    { name: 'tools.fit', icon: IconFocusCentered, shortcut: 'f', group: 'frame', run: scene.fit },
    zoom('tools.zoomIn', IconZoomIn, '+', 1),
    zoom('tools.zoomOut', IconZoomOut, '-', -1),
  ]
  const isMatte = state.mode === 'matte'
  const toggle = () => scene.setMode(isMatte ? 'natural' : 'matte')
  const matte: Tool = { name: 'tools.matte', icon: IconContrast2, shortcut: 'm', group: 'show', run: toggle }
  tools.push({ ...matte, isPressed: isMatte })
  if (!state.canArrangeApart) return tools
  const run = () => scene.arrangeApart(!state.isApart)
  const part: Tool = { name: 'tools.apart', icon: IconApart, shortcut: 'a', group: 'show', run }
  return [...tools, { ...part, isPressed: state.isApart, isRare: true }]
}

function listPageTools(actions: ToolActions): Tool[] {
  const { panels, setPanels, toggleWholeScreen } = actions
  const page = (name: ToolName, icon: Tool['icon'], shortcut: string, run: () => void): Tool => ({
    name,
    icon,
    shortcut,
    group: 'page',
    isRare: true,
    run,
  })
  const toggleLayers = () => setPanels({ hasLayers: !panels.hasLayers })
  const toggleKeys = () => setPanels({ hasKeys: !panels.hasKeys })
  const layers = page('tools.layers', IconStack2, 'l', toggleLayers)
  const keys = page('tools.keys', IconKeyboard, '?', toggleKeys)
  const whole = toggleWholeScreen && page('tools.wholeScreen', IconMaximize, 'e', toggleWholeScreen)
  return [
    { ...layers, group: 'show', isRare: false, isPressed: panels.hasLayers },
    page('tools.picture', IconCamera, 's', actions.savePicture),
    page('tools.copyView', IconLink, 'c', actions.copyView),
    ...(whole ? [{ ...whole, isPressed: actions.isWholeScreen }] : []),
    { ...keys, isPressed: panels.hasKeys },
    page('tools.hide', IconEyeOff, 'h', actions.hideAll),
  ]
}
