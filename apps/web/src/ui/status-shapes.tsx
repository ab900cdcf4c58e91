const ring = <circle cx="8" cy="8" r="5.75" className="stroke" />

/** Icons of statuses on a 16 × 16 grid, which cases and support requests share. `stroke` and `cut` are CSS classes. */
export const statusShapes = {
  dashedRing: (
    <circle cx="8" cy="8" r="5.75" className="stroke" strokeDasharray="1.9 2.615" strokeLinecap="round" />
  ),
  ring,
  half: (
    <>
      {ring}
      <path d="M8 4.25a3.75 3.75 0 0 1 0 7.5Z" />
    </>
  ),
  threeQuarters: (
    <>
      {ring}
      <path d="M8 8V4.25A3.75 3.75 0 1 1 4.25 8Z" />
    </>
  ),
  check: (
    <>
      <circle cx="8" cy="8" r="6.5" />
      <path
        d="m5.25 8.25 1.9 1.9 3.7-4.1"
        className="stroke cut"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  cross: <path d="m4 4 8 8m0-8-8 8" className="stroke" strokeLinecap="round" />,
} as const
