import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormats } from '../frame/i18n.tsx'
import css from './Page.module.css'

/** A page's frame: title, total beside it, actions at the right; on a phone the actions go under the title. */
export function Page(props: {
  title: ReactNode
  /** Beside the title: rows in all. */
  total?: number | undefined
  /** Under the title, quiet: one line. */
  lead?: ReactNode
  actions?: ReactNode
  /** `text` is at most 1440 wide, `narrow` 640 for forms, `full` for tables and the viewer. */
  width?: 'full' | 'text' | 'narrow'
  children: ReactNode
}) {
  const { number } = useFormats()
  return (
    <div className="page" data-width={props.width ?? 'full'}>
      <header className="page-head">
        <div className={css.pageName}>
          <Title order={1}>{props.title}</Title>
          {props.total !== undefined && <span className="page-total figures">{number(props.total)}</span>}
        </div>
        {props.actions && <div className={css.pageActions}>{props.actions}</div>}
        {props.lead && <p className={css.pageLead}>{props.lead}</p>}
      </header>
      {props.children}
    </div>
  )
}

/** A named part of a page: a line above, the name at the left, no box. */
export function Section(props: { title: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="page-section">
      <header>
        <Title order={2}>{props.title}</Title>
        {props.actions}
      </header>
      {props.children}
    </section>
  )
}

/** Names and values in two columns, one under the other on a phone. Empty values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
