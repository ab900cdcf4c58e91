import css from './Mark.module.css'

/** The logo as one path on a 24 × 24 grid: a dental bridge with two abutments, and a pontic between them. */
const logoPath =
  'M2 6.7A2.7 2.7 0 0 1 4.7 4h.5a2.7 2.7 0 0 1 2.7 2.7v10.2a.9.9 0 0 1-.9.9H2.9a.9.9 0 0 1-.9-.9Z' +
  'M9.05 6.7A2.7 2.7 0 0 1 11.75 4h.5a2.7 2.7 0 0 1 2.7 2.7v5.7a2.95 2.95 0 0 1-5.9 0Z' +
  'M16.1 6.7A2.7 2.7 0 0 1 18.8 4h.5A2.7 2.7 0 0 1 22 6.7v10.2a.9.9 0 0 1-.9.9H17a.9.9 0 0 1-.9-.9Z' +
  'M2.9 18.7h18.2a.9.9 0 0 1 0 1.8H2.9a.9.9 0 0 1 0-1.8Z'

/** The logo without the name, hidden from screen readers. @param size in px */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      aria-hidden="true"
      className="mark"
    >
      <path d={logoPath} />
    </svg>
  )
}

/** The logo and the name "Pontic" in one line. @param size height of the logo in px */
export function Wordmark({ size = 22 }: { size?: number }) {
  return (
    <span className={css.wordmark} style={{ fontSize: size * 0.86 }}>
      <Logo size={size} />
      <span>Pontic</span>
    </span>
  )
}
