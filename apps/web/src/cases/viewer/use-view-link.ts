import type { FileRole } from '@pontic/contract'
import type { ScanScene } from '@pontic/viewer/scene'
import { useEffect, useRef } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { copyText } from '../../ui/CopyButton.tsx'
import type { PlannedScan } from './scan-plan.ts'
import { loadLink } from './tools/ActiveTool.tsx'
import type { ScanToolName } from './tools/tool-list.ts'
import type { ToolSession } from './tools/tool-session.ts'
import type { ViewAddress } from './view-address.ts'

type LinkOptions = {
  scene: ScanScene | undefined
  scans: readonly PlannedScan[]
  address: ViewAddress
  session: ToolSession
  /** Whether the page offers the tools at the scan. */
  hasTools: boolean
  activeTool: ScanToolName | undefined
  setActiveTool: (tool: ScanToolName | undefined) => void
}

/**
 * Restores the tools of the view in the page's address (decision 0072): when the scene is created, and when the user follows a link
 * to another view. The scene itself follows the address in `useScanScene`.
 * @returns `copyView` stores the view with its tools in the page's address and copies the address
 */
export function useViewLink(options: LinkOptions): { copyView: () => Promise<void> } {
  const t = useTexts('viewer')
  const errors = useTexts('ui.error')
  const { scene, address, session, activeTool } = options
  const restore = useRestore(options)
  const latest = useRef(restore)
  const isFirst = useRef(true)
  latest.current = restore
  useEffect(() => {
    if (!scene) return
    const follow = () => void latest.current()
    // A scene that replaces one with a lost context keeps what the user has measured since.
    if (isFirst.current) follow()
    isFirst.current = false
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [scene])
  const copyView = async () => {
    if (!scene) return
    const loaded = await loadLink().catch(() => undefined)
    if (!loaded) return void showNotice({ level: 'error', text: errors('title') })
    const tools = loaded.writeTools(session, activeTool, scene)
    if (!(await copyText(address.write(scene.readView(), tools.code)))) return
    if (tools.left > 0) showNotice({ level: 'warning', text: t('link.copiedPart', { count: tools.count }) })
    else showNotice({ level: 'info', text: t('viewCopied') })
  }
  return { copyView }
}

/** Returns a function that restores the tools from the page's address. It shows a notice if the link is damaged or a scan is missing. */
function useRestore({ scans, address, session, hasTools, setActiveTool }: LinkOptions) {
  const t = useTexts('viewer')
  const errors = useTexts('ui.error')
  const roles = useTexts('order.role')
  const { list } = useFormats()
  const warn = (text: string) => showNotice({ level: 'warning', text })
  return async () => {
    const { tools, isDamaged } = address.read()
    if (isDamaged) return void warn(t('link.damaged'))
    if (tools === undefined) return
    const loaded = await loadLink().catch(() => undefined)
    if (!loaded) return void warn(errors('title'))
    const restored = loaded.restoreTools(hasTools ? session : undefined, tools, scans)
    if (!restored) return void warn(t('link.damaged'))
    if (hasTools) setActiveTool(restored.state.tool)
    else if (restored.hasTools) warn(t('link.noTools'))
    if (restored.gone.length > 0)
      warn(t('link.gone', { names: list(restored.gone.map((role: FileRole) => roles(role))) }))
  }
}
