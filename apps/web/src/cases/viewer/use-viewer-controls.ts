import type { ScanScene, SceneState } from '@pontic/viewer/scene'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { copyText } from '../../ui/CopyButton.tsx'
import { useWholeScreen } from './use-whole-screen.ts'
import type { ViewAddress } from './view-address.ts'
import { listTools, type Panels, type Tool } from './viewer-tools.ts'

/** Narrower than this the bar lies at the lower edge and the layers are a sheet. */
const narrowPx = 640

type Given = {
  root: RefObject<HTMLElement | null>
  canvas: HTMLCanvasElement | null
  scene: ScanScene | undefined
  state: SceneState | undefined
  isCompact: boolean
  /** Opens the layers unless the person has closed them: that is where the reasons stand. */
  hasFailure: boolean
  pictureName: string
  address: ViewAddress
}

/** The viewer's tools, which of its panels are open, and the keys for both. */
export function useViewerControls(given: Given) {
  const t = useTexts('viewer')
  const { root, canvas, scene, state, address } = given
  const isNarrow = useIsNarrow(root)
  const [isWholeScreen, toggleWholeScreen] = useWholeScreen(root)
  const [chosen, setChosen] = useState<Partial<Panels>>({})
  const setPanels = useCallback((change: Partial<Panels>) => setChosen((old) => ({ ...old, ...change })), [])
  const panels: Panels = {
    isBare: chosen.isBare ?? false,
    hasKeys: chosen.hasKeys ?? false,
    hasLayers: chosen.hasLayers ?? (given.hasFailure || !(isNarrow || given.isCompact)),
  }
  const savePicture = () => void scene?.screenshot().then((blob) => saveBlob(blob, given.pictureName))
  const copyView = async () => {
    if (scene && (await copyText(address.write(scene.readView()))))
      showNotice({ level: 'info', text: t('viewCopied') })
  }
  // What had the focus goes away with the panels; from the canvas all keys go on.
  const change = (next: Partial<Panels>) => {
    setPanels(next)
    canvas?.focus({ preventScroll: true })
  }
  const showAll = () => change({ isBare: false })
  const closeKeys = () => change({ hasKeys: false })
  const closeLayers = () => change({ hasLayers: false })
  const hideAll = () => change({ isBare: true, hasKeys: false })
  const actions = {
    panels,
    setPanels,
    hideAll,
    savePicture,
    copyView: () => void copyView(),
    isWholeScreen,
    toggleWholeScreen,
  }
  const tools = scene && state ? listTools(scene, state, actions) : []

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Escape' && panels.hasKeys) closeKeys()
    else if (panels.isBare && (event.key === 'Escape' || event.key === 'h')) showAll()
    else runShortcut(tools, event)
  }
  return { tools, panels, isNarrow, onKeyDown, showAll, closeKeys, closeLayers }
}

function runShortcut(tools: readonly Tool[], event: KeyboardEvent) {
  const tool = tools.find(({ shortcut }) => shortcut === event.key.toLowerCase())
  if (!tool) return
  event.preventDefault()
  tool.run()
}

function useIsNarrow(root: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setIsNarrow] = useState(() => innerWidth < narrowPx)
  useEffect(() => {
    if (!root.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setIsNarrow(entry.contentRect.width < narrowPx)
    })
    observer.observe(root.current)
    return () => observer.disconnect()
  }, [root])
  return isNarrow
}

function saveBlob(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The download holds the blob by itself once it has begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
