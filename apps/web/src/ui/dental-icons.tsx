import { createIcon } from './icon.tsx'

/** A crown over its prepared stump, for restorations. */
export const IconCrown = createIcon(
  <>
    <path d="M4.5 13.5c-1-2.5-1.5-5 0-7.5 1.4-2.3 4-2 5.5-1.2 1.2.7 2.8.7 4 0 1.5-.8 4.1-1.1 5.5 1.2 1.5 2.5 1 5 0 7.5" />
    <path d="M4.5 13.5c1.3-1 2.4-1 3.75 0s2.5 1 3.75 0 2.5-1 3.75 0 2.45 1 3.75 0" />
    <path d="M8 17.5c.2 1.3.5 2.5 1 3.5M16 17.5c-.2 1.3-.5 2.5-1 3.5" />
  </>,
)

/** A screw with its abutment, for implants. */
export const IconImplant = createIcon(
  <path d="M9.5 3h5l.75 5h-6.5ZM7.5 8h9M8.5 11.5l7-1M8.75 14.75l6.5-1M9.5 18l5-1M9 8l1 11 2 2.5L14 19l1-11" />,
)

/** A dental arch from above, for cases. */
export const IconArch = createIcon(
  <>
    <path d="M3 20c-.5-7 1-16 9-16s9.5 9 9 16" />
    <path d="M8 20c-.3-5 .5-10.5 4-10.5s4.3 5.5 4 10.5" />
    <path d="M3 20h5M16 20h5" />
  </>,
)

/** A bracket on its wire, for orthodontics. */
export const IconBracket = createIcon(
  <>
    <rect x="7" y="6" width="10" height="12" rx="2" />
    <path d="M2 12h5M17 12h5M10 9.5h4M10 14.5h4M7 12h10" />
  </>,
)

/** A denture base with teeth, for dentures. */
export const IconDenture = createIcon(
  <>
    <path d="M2.5 10c0-3 2.5-5 9.5-5s9.5 2 9.5 5c0 2-1 3-2.5 3H5c-1.5 0-2.5-1-2.5-3Z" />
    <path d="M5.5 13v3.5a1.75 1.75 0 0 0 3.5 0V13M9 16.5a1.5 1.5 0 0 0 3 0V13M12 16.5a1.5 1.5 0 0 0 3 0V13M15 16.5a1.75 1.75 0 0 0 3.5 0V13" />
  </>,
)

/** A dental arch in the frame of a scanner, for scans. */
export const IconScan = createIcon(
  <>
    <path d="M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2" />
    <path d="M8 16c-.4-4 .6-8 4-8s4.4 4 4 8M10.75 16c0-2 .2-4 1.25-4s1.25 2 1.25 4" />
  </>,
)
