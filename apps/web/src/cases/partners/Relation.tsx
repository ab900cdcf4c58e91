import type { Relation } from '@pontic/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import css from './Relation.module.css'

const shapes: Readonly<Record<Relation, ReactNode>> = {
  none: <circle className="stroke" cx="8" cy="8" r="5.5" strokeDasharray="2 2.4" />,
  applied: (
    <>
      <circle className="stroke" cx="8" cy="8" r="5.5" />
      <path className="stroke" d="M8 5v3.2l2 1.3" />
    </>
  ),
  received: (
    <>
      <circle className="stroke" cx="8" cy="8" r="5.5" />
      <path d="M8 5a3 3 0 0 1 0 6Z" />
    </>
  ),
  partner: (
    <path
      className="stroke"
      d="M5.8 10.2 10.2 5.8M7 4.8l1-1a2.9 2.9 0 0 1 4.2 4.2l-1 1M9 11.2l-1 1A2.9 2.9 0 0 1 3.8 8l1-1"
    />
  ),
}

/** The relation of the user's organization to another one, by name, colour and shape. */
export function RelationBadge({ relation }: { relation: Relation }) {
  const t = useTexts('partner.relation')
  return (
    <span className={css.relation} data-relation={relation}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        {shapes[relation]}
      </svg>
      {t(relation)}
    </span>
  )
}
