import type { ToolProps } from './tool-list.ts'

export function SectionTool(_: ToolProps) {
  return null
}
