import { createIcon } from '../../ui/icon.tsx'

const profile = (
  <path d="M9 20.5v-4.2C6.6 15.1 5 12.8 5 10.1a6.6 6.6 0 0 1 6.6-6.6c3.6 0 6.3 2.7 6.5 6l1.4 2.4-1.5.9v2.2a1.8 1.8 0 0 1-1.8 1.8h-1.7v3.7" />
)

/** The front teeth. */
export const IconViewFront = createIcon(
  <path d="M2.5 5.5h19M5 5.5V14a3.5 3.5 0 0 0 7 0V5.5M12 5.5V14a3.5 3.5 0 0 0 7 0V5.5" />,
)

/** The right side of a face: view from the patient's right. */
export const IconViewRight = createIcon(profile)

/** The left side of a face: view from the patient's left. */
export const IconViewLeft = createIcon(<g transform="matrix(-1 0 0 1 24 0)">{profile}</g>)

const arch = (
  <>
    <path d="M4 19.5C3 11 5.5 4.5 12 4.5s9 6.5 8 15h-4.5c.6-5-.4-9-3.5-9s-4.1 4-3.5 9Z" />
    <path d="M5.2 10.6l3.9 1.5M18.8 10.6l-3.9 1.5M12 4.5v6" />
  </>
)

/** The upper arch from below, in the orientation of a tooth chart. */
export const IconViewUpper = createIcon(arch)

/** The lower arch from above, in the orientation of a tooth chart. */
export const IconViewLower = createIcon(<g transform="matrix(1 0 0 -1 0 24)">{arch}</g>)

/** Two arches moving apart. */
export const IconApart = createIcon(
  <>
    <path d="M4 8c0-2.5 3-4.5 8-4.5S20 5.5 20 8M4 16c0 2.5 3 4.5 8 4.5s8-2 8-4.5" />
    <path d="M12 11V7.5M10.3 9 12 7.3 13.7 9M12 13v3.5M10.3 15l1.7 1.7 1.7-1.7" />
  </>,
)

/** Two arches that are moved together. */
export const IconBite = createIcon(
  <>
    <path d="M4 5c0 2.5 3 4 8 4s8-1.5 8-4M4 19c0-2.5 3-4 8-4s8 1.5 8 4" />
    <path d="M12 2v3.5M10.3 4 12 5.7 13.7 4M12 22v-3.5M10.3 20 12 18.3 13.7 20" />
  </>,
)

/** Two teeth that touch, with the mark of articulating paper. */
export const IconContacts = createIcon(
  <>
    <path d="M4 4v2.5c0 2.6 1.6 4.5 4 4.5 1.6 0 2.6-.8 4-.8s2.4.8 4 .8c2.4 0 4-1.9 4-4.5V4" />
    <path d="M4 20v-1.5c0-2.6 1.6-4.5 4-4.5 1.6 0 2.6.9 4 .9s2.4-.9 4-.9c2.4 0 4 1.9 4 4.5V20" />
    <path d="M7.5 12.5h1M15.5 12.5h1" />
  </>,
)

/** A tooth under a path of insertion, with the space that the path cannot reach. */
export const IconUndercut = createIcon(
  <>
    <path d="M8.5 20.5c0-3-3-4.2-3-7.5C5.5 9.5 8 8 12 8s6.5 1.5 6.5 5c0 3.3-3 4.5-3 7.5" />
    <path d="M5.5 14v6.5M18.5 14v6.5" />
    <path d="M12 2v3.5M10.3 4 12 5.7 13.7 4" />
  </>,
)
