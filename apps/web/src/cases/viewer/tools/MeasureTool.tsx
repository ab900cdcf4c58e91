import type { ToolProps } from './tool-list.ts'

export function MeasureTool(_: ToolProps) {
  return null
}
