import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { useFormats } from '../frame/i18n.tsx'
import css from './StatTile.module.css'

/** A number with its name. With `onSelect` it is a button, with `to` a link. Group tiles in a `StatRow`. */
export function StatTile(props: {
  label: ReactNode
  value: number | undefined
  shape?: ReactNode
  isActive?: boolean
  onSelect?: () => void
  /** A path of the portal and its query. */
  to?: string
  search?: Readonly<Record<string, string>>
}) {
  const { number } = useFormats()
  const content = (
    <>
      <span className={css.statLabel}>
        {props.shape}
        {props.label}
      </span>
      <span className={clsx(css.statValue, 'figures')}>
        {props.value === undefined ? '–' : number(props.value)}
      </span>
    </>
  )
  if (props.to !== undefined) {
    return (
      <Link to={props.to} {...({ search: props.search ?? {} } as object)} className={css.stat}>
        {content}
      </Link>
    )
  }
  if (!props.onSelect) return <div className={css.stat}>{content}</div>
  return (
    <button
      type="button"
      className={css.stat}
      aria-pressed={props.isActive ?? false}
      onClick={props.onSelect}
    >
      {content}
    </button>
  )
}

/**
 * Tiles in one row, which scrolls on phones.
 * @param props.note explains what the tiles count
 * @param props.isLow shows name and number in one line on phones
 */
export function StatRow(props: { label: string; note?: ReactNode; isLow?: boolean; children: ReactNode }) {
  const noteId = useId()
  return (
    <div>
      <fieldset
        className={css.statRow}
        data-low={props.isLow}
        aria-describedby={props.note ? noteId : undefined}
      >
        <legend className="only-read">{props.label}</legend>
        {props.children}
      </fieldset>
      {props.note && (
        <p id={noteId} className={clsx(css.statNote, 'meta')}>
          {props.note}
        </p>
      )}
    </div>
  )
}
