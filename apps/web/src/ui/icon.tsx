import type { CSSProperties, ReactNode } from 'react'

/** Size in px, width of the lines on the grid of 24, and accessible name. Without a name, an icon is decoration. */
export type IconProps = {
  size?: number
  stroke?: number
  label?: string
  className?: string | undefined
  style?: CSSProperties
}

/** The size in px of an icon without a size. */
export const iconSize = 18

/** Creates an icon component that draws lines. @param lines `d` attributes of paths, or elements, on a grid of 24 × 24 */
export function createIcon(lines: readonly string[] | Exclude<ReactNode, Iterable<ReactNode>>) {
  return function Icon({ size = iconSize, stroke = 1.75, label, className, style }: IconProps) {
    return (
      <svg
        className={className === undefined ? 'icon' : `icon ${className}`}
        style={style}
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        role={label === undefined ? undefined : 'img'}
        aria-label={label}
        aria-hidden={label === undefined}
      >
        {Array.isArray(lines) ? lines.map((line) => <path key={line} d={line} />) : lines}
      </svg>
    )
  }
}
