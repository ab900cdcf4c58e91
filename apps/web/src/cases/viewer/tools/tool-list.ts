import type { ComponentType } from 'react'
import type { IconProps } from '../../../ui/icon.tsx'
import { IconGitCompare, IconMapPin, IconRulerMeasure, IconSlice } from '../../../ui/icons.ts'
import { createLazyPart, type LazyPart } from '../../../ui/lazy-part.ts'
import { IconBite, IconContacts, IconUndercut } from '../view-icons.tsx'
import type { ToolProps } from './tool-props.ts'

/**
 * A tool at the scan. Its key in `scanTools` is its name, and also the key of its text under `viewer`.
 * - `key` activates the tool while the viewer has the focus.
 * - `part` is loaded when the pointer or the focus reaches the button.
 * - `isRare`: a low viewer has the tool in the menu "more".
 */
type ScanTool = {
  readonly key: string
  readonly icon: ComponentType<IconProps>
  readonly part: LazyPart<ToolProps>
  readonly isRare?: boolean
}

/** All tools in the order of the toolbar. */
export const scanTools = {
  'tools.measure': {
    key: 'd',
    icon: IconRulerMeasure,
    part: createLazyPart<ToolProps>(() => import('./MeasureTool.tsx').then((file) => file.MeasureTool)),
  },
  'tools.section': {
    key: 'x',
    icon: IconSlice,
    part: createLazyPart<ToolProps>(() => import('./SectionTool.tsx').then((file) => file.SectionTool)),
  },
  'tools.bite': {
    key: 'b',
    icon: IconBite,
    // The contacts offer it as well, and the button of the layers must stay in the column.
    isRare: true,
    part: createLazyPart<ToolProps>(() => import('./BiteTool.tsx').then((file) => file.BiteTool)),
  },
  'tools.contacts': {
    key: 'k',
    icon: IconContacts,
    part: createLazyPart<ToolProps>(() => import('./ContactsTool.tsx').then((file) => file.ContactsTool)),
  },
  'tools.compare': {
    key: 'v',
    icon: IconGitCompare,
    part: createLazyPart<ToolProps>(() => import('./CompareTool.tsx').then((file) => file.CompareTool)),
  },
  'tools.surface': {
    key: 'u',
    icon: IconUndercut,
    part: createLazyPart<ToolProps>(() => import('./SurfaceTool.tsx').then((file) => file.SurfaceTool)),
  },
  'tools.pins': {
    key: 'p',
    icon: IconMapPin,
    part: createLazyPart<ToolProps>(() => import('./PinTool.tsx').then((file) => file.PinTool)),
  },
} as const satisfies Record<string, ScanTool>

export type ScanToolName = keyof typeof scanTools

export const scanToolNames = Object.keys(scanTools) as ScanToolName[]

export const scanToolOf = (name: ScanToolName): ScanTool => scanTools[name]

export const isScanTool = (name: string): name is ScanToolName => name in scanTools
