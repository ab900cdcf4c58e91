import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

// Creates a small line drawing of 120 × 72 px. One part of it is in the accent colour.
function drawing(paths: ReactNode) {
  return (
    <svg className={css.drawing} width="120" height="72" viewBox="0 0 120 72" fill="none" aria-hidden="true">
      {paths}
    </svg>
  )
}

/** Drawings for empty states and errors. */
export const drawings = {
  cases: drawing(
    <>
      <path d="M14 62C12 30 26 8 60 8s48 22 46 54" />
      <path d="M34 62c-1-20 6-33 26-33s27 13 26 33" />
      <path d="M14 62h20M86 62h20M15 46l20 3M21 28l17 9M36 14l9 16M84 14l-9 16M99 28l-17 9M105 46l-20 3" />
      <path className={css.accent} d="M52 8.3v21M68 8.3v21" strokeDasharray="2 3.5" />
    </>,
  ),
  partners: drawing(
    <>
      <path d="M10 62V34l16-12 16 12v28ZM78 62V34l16-12 16 12v28ZM20 62V48h12v14M88 62V48h12v14" />
      <path className={css.accent} d="M46 46h28" strokeDasharray="2 3.5" />
      <path d="M4 62h112" />
    </>,
  ),
  files: drawing(
    <>
      <path d="M38 8h30l14 14v42H38Z" />
      <path d="M68 8v14h14" />
      <path className={css.accent} d="M60 54V34m-8 8 8-8 8 8" />
    </>,
  ),
  search: drawing(
    <>
      <circle cx="54" cy="32" r="22" />
      <path d="m70 48 18 17" />
      <path className={css.accent} d="M45 38c-.6-9 2.5-15 9-15s9.6 6 9 15" />
    </>,
  ),
  letter: drawing(
    <>
      <path d="M22 16h76v46H22Z" />
      <path className={css.accent} d="m22 16 38 26 38-26" />
    </>,
  ),
  broken: drawing(
    <>
      <path d="M6 44h30a10 10 0 0 0 10-10v-2M114 44H84a10 10 0 0 1-10-10v-2" />
      <path d="M40 32h12M68 32h12M43 32V20M49 32V20M71 32V20M77 32V20" />
      <path className={css.accent} d="M60 12v6M53 15l3 5M67 15l-3 5" />
    </>,
  ),
} as const

/** Name of a drawing. */
export type Drawing = keyof typeof drawings
