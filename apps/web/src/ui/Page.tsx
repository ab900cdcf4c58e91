import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormats } from '../frame/i18n.tsx'
import css from './Page.module.css'

/** A page with title, total and actions. On phones the actions are under the title. */
export function Page(props: {
  title: ReactNode
  /** Number of rows, shown after the title. */
  total?: number | undefined
  /** Introduction under the title. */
  lead?: ReactNode
  actions?: ReactNode
  /** Maximum width: `text` 1440 px, `narrow` 640 px of content for forms, `full` unlimited for tables and the viewer. */
  width?: 'full' | 'text' | 'narrow'
  /** Uses little height above the content on phones, for lists. */
  isLow?: boolean
  /** The title is a name, which may fill a phone's width. On phones the actions are then below the lead, which belongs to the name. */
  isNamed?: boolean
  children: ReactNode
}) {
  const { number } = useFormats()
  return (
    <div
      className="page"
      data-width={props.width ?? 'full'}
      data-low={props.isLow}
      data-named={props.isNamed}
    >
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

/** A warning at the top of a page. */
export const PageWarning = ({ children }: { children: ReactNode }) => (
  <p className={css.pageWarning}>{children}</p>
)

/** A part of a page with a title. A line separates it from the part above. */
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

/** A list of names and values in two columns. Pairs with an empty value are not shown. */
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
