import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import css from './RowList.module.css'

/** A list whose rows are separated by lines. Each `li` lays its parts out from the left to the right edge. */
export function RowList({ className, ...props }: ComponentProps<'ul'>) {
  return <ul className={clsx(css.rows, className)} {...props} />
}
