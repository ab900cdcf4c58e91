import type { ScanScene, SceneState, SceneView } from '@pontic/viewer/scene'
import type { ComponentType } from 'react'
import type { IconProps } from '../../ui/icon.tsx'
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
} from '../../ui/icons.ts'
import { prefetchLink, prefetchTool } from './tools/ActiveTool.tsx'
import { isScanTool, type ScanToolName, scanToolNames, scanToolOf } from './tools/tool-list.ts'
import {
  IconApart,
  IconViewFront,
  IconViewLeft,
  IconViewLower,
  IconViewRight,
  IconViewUpper,
} from './view-icons.tsx'

/** The panels of the viewer. `isBare` hides every control. */
export type Panels = { readonly isBare: boolean; readonly hasLayers: boolean; readonly hasKeys: boolean }

/**
 * The keys that run a tool while the viewer has focus, by the tool's text key under `viewer`. Tooltips and the help show the
 * first key of each tool.
 */
const toolKeys = {
  'views.front': ['1'],
  'views.right': ['2'],
  'views.left': ['3'],
  'views.occlusal-upper': ['4'],
  'views.occlusal-lower': ['5'],
  'views.back': ['6'],
  'tools.fit': ['f'],
  'tools.zoomIn': ['+', '='],
  'tools.zoomOut': ['-', '_'],
  'tools.matte': ['m'],
  'tools.apart': ['a'],
  'tools.layers': ['l'],
  'tools.picture': ['s'],
  'tools.copyView': ['c'],
  'tools.wholeScreen': ['e'],
  'tools.keys': ['?'],
  'tools.hide': ['h'],
} as const

type ToolName = keyof typeof toolKeys | ScanToolName

const keysOf = (name: ToolName): readonly string[] =>
  isScanTool(name) ? [scanToolOf(name).key] : toolKeys[name]

/**
 * A tool of the viewer, with a button in the toolbar and a line in the help.
 * - `icon` is undefined for a tool without a button.
 * - `isPressed` is defined for toggle buttons only.
 * - `group`: the toolbar draws a line between two groups.
 * - `isRare`: a narrow viewer has the tool in the menu "more".
 */
export type Tool = {
  readonly name: ToolName
  readonly icon: ComponentType<IconProps> | undefined
  readonly isPressed?: boolean
  readonly group: 'views' | 'frame' | 'tools' | 'show' | 'page'
  readonly isRare?: boolean
  readonly run: () => void
  /** Called when the pointer or the focus reaches the button. */
  readonly onIntent?: () => void
}

/** Returns the key of a tool that tooltips and the help show. */
export const keyOf = ({ name }: Pick<Tool, 'name'>): string => keysOf(name)[0] ?? ''

/** Finds the tool that a key runs. @param key as in `KeyboardEvent.key` */
export const findToolByKey = (tools: readonly Tool[], key: string): Tool | undefined =>
  tools.find(({ name }) => keysOf(name).some((one) => one === key.toLowerCase()))

/** The actions of the tools that do not change the scene. */
type ToolActions = {
  savePicture: () => void
  /** Stores the view in the page's address and copies the address. */
  copyView: () => void
  /** Undefined in a browser without full screen for elements, such as Safari on iPhones. */
  toggleFullscreen: (() => void) | undefined
  isFullscreen: boolean
  panels: Panels
  setPanels: (change: Partial<Panels>) => void
  hideAll: () => void
  /** The active tool at the scan. */
  activeTool: ScanToolName | undefined
  /** Whether the page has pins, so that their tool is offered. */
  hasPins: boolean
  /** Activates a tool; closes it if it is active. Undefined if the viewer does not offer the tools at the scan. */
  toggleTool: ((name: ScanToolName) => void) | undefined
}

const viewIcons: readonly [SceneView, Tool['icon']][] = [
  ['front', IconViewFront],
  ['right', IconViewRight],
  ['left', IconViewLeft],
  ['occlusal-upper', IconViewUpper],
  ['occlusal-lower', IconViewLower],
  ['back', undefined],
]

/** Lists the available tools in the order of the toolbar. */
export function listTools(scene: ScanScene, state: SceneState, actions: ToolActions): Tool[] {
  const views = viewIcons.map(
    ([view, icon]): Tool => ({
      name: `views.${view}`,
      icon,
      isPressed: state.view === view,
      group: 'views',
      run: () => scene.setView(view),
    }),
  )
  return [...views, ...listSceneTools(scene, state), ...listScanTools(actions), ...listPageTools(actions)]
}

function listScanTools({ activeTool, toggleTool, hasPins }: ToolActions): Tool[] {
  if (!toggleTool) return []
  return scanToolNames
    .filter((name) => hasPins || name !== 'tools.pins')
    .map((name) => {
      const { icon, isRare = false } = scanToolOf(name)
      return {
        name,
        icon,
        isRare,
        group: 'tools',
        isPressed: activeTool === name,
        run: () => toggleTool(name),
        onIntent: () => prefetchTool(name),
      }
    })
}

function listSceneTools(scene: ScanScene, state: SceneState): Tool[] {
  const isMatte = state.mode === 'matte'
  const frame = { group: 'frame', isRare: true } as const
  const tools: Tool[] = [
    { name: 'tools.fit', icon: IconFocusCentered, group: 'frame', run: scene.fit },
    { name: 'tools.zoomIn', icon: IconZoomIn, ...frame, run: () => scene.zoom(1) },
    { name: 'tools.zoomOut', icon: IconZoomOut, ...frame, run: () => scene.zoom(-1) },
    {
      name: 'tools.matte',
      icon: IconContrast2,
      group: 'show',
      isPressed: isMatte,
      run: () => scene.setMode(isMatte ? 'natural' : 'matte'),
    },
  ]
  if (!state.canArrangeApart) return tools
  const run = () => scene.arrangeApart(!state.isApart)
  const isPressed = state.isApart
  return [...tools, { name: 'tools.apart', icon: IconApart, group: 'show', isRare: true, isPressed, run }]
}

function listPageTools(actions: ToolActions): Tool[] {
  const { panels, setPanels, isFullscreen, toggleFullscreen } = actions
  const page = { group: 'page', isRare: true } as const
  const tools: (Tool | undefined)[] = [
    {
      name: 'tools.layers',
      icon: IconStack2,
      group: 'show',
      isPressed: panels.hasLayers,
      run: () => setPanels({ hasLayers: !panels.hasLayers }),
    },
    { name: 'tools.picture', icon: IconCamera, ...page, run: actions.savePicture },
    { name: 'tools.copyView', icon: IconLink, ...page, run: actions.copyView, onIntent: prefetchLink },
    toggleFullscreen && {
      name: 'tools.wholeScreen',
      icon: IconMaximize,
      ...page,
      isPressed: isFullscreen,
      run: toggleFullscreen,
    },
    {
      name: 'tools.keys',
      icon: IconKeyboard,
      ...page,
      isPressed: panels.hasKeys,
      run: () => setPanels({ hasKeys: !panels.hasKeys }),
    },
    { name: 'tools.hide', icon: IconEyeOff, ...page, run: actions.hideAll },
  ]
  return tools.filter((tool) => tool !== undefined)
}
