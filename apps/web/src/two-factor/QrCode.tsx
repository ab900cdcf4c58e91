import { renderSVG } from 'uqr'

/** A QR code, black on white in every theme: scanners want it so. @param props.label what it is for, for screen readers */
export function QrCode({ text, label }: { text: string; label: string }) {
  const svg = renderSVG(text, { border: 0, ecc: 'M' })
  return (
    <div className="qr-code">
      <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} width={176} height={176} />
    </div>
  )
}
