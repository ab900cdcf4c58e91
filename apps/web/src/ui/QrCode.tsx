import { encode } from 'uqr'
import { tokens } from '../frame/theme.ts'
import './QrCode.css'

const quietModules = 3

/** A text as a QR code. It is dark on light in both themes, because scanners require that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules })
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill={tokens.light.surface} />
      <path d={pathOf(data)} fill={tokens.light.text} />
    </svg>
  )
}

/** Returns an SVG path with one rectangle for each run of dark modules in a row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x++
      path += `M${from} ${y}h${x - from + 1}v1H${from}z`
    }
  }
  return path
}
