import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import css from './RowList.module.css'

/** A list with lines between its rows. Each `li` is a flex row whose first and last child are at the edges. */
export function RowList({ className, ...props }: ComponentProps<'ul'>) {
  return <ul className={clsx(css.rows, className)} {...props} />
}
