import type { ScanScene, SceneState } from '@pontic/viewer/scene'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { tokens } from '../../frame/theme.ts'
import { usePinDesk } from '../conversation/pins/pin-desk.ts'
import { useMouseBindings } from './mouse-bindings.ts'
import type { CapturedPicture } from './save-picture.ts'
import type { PlannedScan } from './scan-plan.ts'
import { hasAlignedBite } from './tools/BiteMark.tsx'
import type { ScanToolName } from './tools/tool-list.ts'
import type { ToolSession } from './tools/tool-session.ts'
import { useSpaceMouse } from './use-space-mouse.ts'
import { useViewLink } from './use-view-link.ts'
import type { ViewAddress } from './view-address.ts'
import { findToolByKey, keyOf, listTools, type Panels } from './viewer-tools.ts'

/** The width below which the layers are a sheet at the lower edge, and the tools have the size of a finger. */
const narrowPx = 640

type ControlsOptions = {
  root: RefObject<HTMLElement | null>
  canvas: HTMLCanvasElement | null
  scene: ScanScene | undefined
  state: SceneState | undefined
  isCompact: boolean
  /** Whether a scan has failed. The layers, which show the reason, are then open unless the user has closed them. */
  hasFailure: boolean
  caseNumber: string | undefined
  address: ViewAddress
  scans: readonly PlannedScan[]
  session: ToolSession
  /** Whether the viewer offers the tools at the scan. */
  hasTools: boolean
  /** Called with a picture to save; undefined saves it as a file at once. */
  onPicture: ((captured: CapturedPicture) => void) | undefined
}

/** Returns the tools of the viewer, the state of its panels, and the handler of its keys. */
export function useViewerControls(options: ControlsOptions) {
  const { root, canvas, scene, state, hasTools } = options
  const { isNarrow, heightPx } = useBox(root)
  const [isFullscreen, toggleFullscreen] = useFullscreen(root)
  const [activeTool, setActiveTool] = useState<ScanToolName>()
  const [chosen, setChosen] = useState<Partial<Panels>>({})
  const setPanels = useCallback((change: Partial<Panels>) => setChosen((old) => ({ ...old, ...change })), [])
  const panels: Panels = {
    isBare: chosen.isBare ?? false,
    hasKeys: chosen.hasKeys ?? false,
    hasLayers: chosen.hasLayers ?? (options.hasFailure || !(isNarrow || options.isCompact)),
  }
  const [bindings, setBindings] = useMouseBindings()
  const spaceMouse = useSpaceMouse(scene)
  useEffect(() => scene?.setBindings(bindings), [scene, bindings])
  const savePicture = useSavePicture(options, activeTool)
  const closeTool = useCallback(() => {
    setActiveTool(undefined)
    canvas?.focus({ preventScroll: true })
  }, [canvas])
  // Without room beside the tool, the layers would cover its panel.
  const isCovering = isNarrow || options.isCompact
  const toggleTool = (name: ScanToolName) => {
    if (activeTool === name) return closeTool()
    setActiveTool(name)
    if (isCovering) setPanels({ hasLayers: false })
  }
  // The focused element may disappear with its panel, so the canvas gets the focus.
  const change = (next: Partial<Panels>) => {
    setPanels(next)
    canvas?.focus({ preventScroll: true })
  }
  const showAll = () => change({ isBare: false })
  const closeKeys = () => change({ hasKeys: false })
  const closeLayers = () => change({ hasLayers: false })
  const hideAll = () => change({ isBare: true, hasKeys: false })
  const hasPins = usePinRequests(root, () => {
    setActiveTool('tools.pins')
    setPanels({ isBare: false, ...(isCovering ? { hasLayers: false } : {}) })
  })
  // A link may name the tool for pins, which a page without a conversation does not offer.
  const openLinked = (tool: ScanToolName | undefined) =>
    setActiveTool(tool === 'tools.pins' && !hasPins ? undefined : tool)
  const { copyView } = useViewLink({ ...options, activeTool, setActiveTool: openLinked })
  const actions = {
    hasPins,
    panels,
    setPanels,
    hideAll,
    savePicture,
    copyView: () => void copyView(),
    isFullscreen,
    toggleFullscreen,
    activeTool,
    toggleTool: hasTools ? toggleTool : undefined,
  }
  const tools = scene && state ? listTools(scene, state, actions) : []

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    if (isTextField(event.target)) return
    // A select finds its options by letters.
    if (event.target instanceof HTMLSelectElement && event.key !== 'Escape') return
    if (event.key === 'Escape' && panels.hasKeys) closeKeys()
    else if (event.key === 'Escape' && activeTool && !panels.isBare) closeTool()
    else if (panels.isBare && ['Escape', keyOf({ name: 'tools.hide' })].includes(event.key)) showAll()
    else {
      const tool = findToolByKey(tools, event.key)
      if (!tool) return
      event.preventDefault()
      tool.run()
    }
  }
  const hands = { bindings, onBindings: setBindings, spaceMouse }
  return {
    tools,
    panels,
    isNarrow,
    heightPx,
    onKeyDown,
    showAll,
    closeKeys,
    closeLayers,
    // A link may name a tool that the page does not have.
    activeTool: activeTool === 'tools.pins' && !hasPins ? undefined : activeTool,
    closeTool,
    hasPins,
    openTool: setActiveTool,
    hands,
  }
}

/** Opens the tool for pins when another part of the page wants to set or show one. @returns whether the page has pins */
function usePinRequests(root: RefObject<HTMLElement | null>, open: () => void): boolean {
  const { isRequested, orderId } = usePinDesk()
  const isWanted = isRequested.useValue()
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (!isWanted) return
    isRequested.set(false)
    latest.current()
    root.current?.scrollIntoView({ block: 'nearest' })
  }, [isWanted, isRequested, root])
  return orderId !== ''
}

/** Resolution of a saved picture, as a factor on that of the screen. */
const pictureScale = 2

/** Returns a function that saves the current picture with the number of the case, the name of the view and a scale. */
function useSavePicture(
  { scene, state, caseNumber, onPicture }: ControlsOptions,
  activeTool: ScanToolName | undefined,
): () => void {
  const t = useTexts('viewer')
  const common = useTexts('common')
  const { number } = useFormats()
  return async () => {
    if (!scene || !state) return
    const { picture, mmPerPixel } = scene.capture(pictureScale)
    const { drawCaption, savePicture } = await import('./save-picture.ts')
    const view = t(`views.${state.view}`)
    // The panel of a tool writes its own note.
    const bite = !activeTool && hasAlignedBite(state.scans) ? [t('bite.aligned')] : []
    const { text: color, background: ground } = tokens[state.theme]
    const caption = {
      texts: caseNumber
        ? [common('label.caseNumber', { number: caseNumber }), view, ...bite]
        : [view, ...bite],
      mmPerPixel,
      lengthOf: (mm: number) => `${number(mm, 2)} mm`,
      color,
      ground,
    }
    drawCaption(picture, caption)
    const captured = { picture, name: `${caseNumber ?? 'pontic'}-${state.view}.png` }
    if (!onPicture) return void (await savePicture(captured))
    // A dialog is not part of the element in full screen.
    if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined)
    onPicture(captured)
  }
}

/** Whether letters that are typed into an element are text. */
const isTextField = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && ['text', 'number', 'search'].includes(target.type))

/** Returns the height of the viewer, and whether it is narrow. */
function useBox(root: RefObject<HTMLElement | null>): { isNarrow: boolean; heightPx: number } {
  const [box, setBox] = useState(() => ({ isNarrow: innerWidth < narrowPx, heightPx: innerHeight / 2 }))
  useLayoutEffect(() => {
    if (!root.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      setBox({ isNarrow: width < narrowPx, heightPx: Math.floor(height) })
    })
    observer.observe(root.current)
    return () => observer.disconnect()
  }, [root])
  return box
}

/**
 * Shows an element in full screen (Fullscreen API).
 * @returns whether the element is in full screen, and the toggle, which is undefined in a browser without full screen
 */
function useFullscreen(root: RefObject<HTMLElement | null>): [boolean, (() => void) | undefined] {
  const isFullscreen = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null && document.fullscreenElement === root.current,
  )
  const toggle = useCallback(() => {
    // The browser may reject the request, for example in a frame without the permission.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    else void root.current?.requestFullscreen().catch(() => undefined)
  }, [root])
  return [isFullscreen, document.fullscreenEnabled ? toggle : undefined]
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
