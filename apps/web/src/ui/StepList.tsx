import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { CallFailure } from '../frame/failures.ts'
import { useTexts } from '../frame/i18n.tsx'
import { ErrorState } from './ErrorState.tsx'
import css from './Pager.module.css'

/** Functions that go to the previous and the next page. `onPrevious` is undefined on the first page. */
export type Steps = {
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (cursor: string) => void
}

/** State of a list's paging that is not in the address. @returns the steps, and as `body` the paging fields for the call */
export function useSteps(): Steps & { body: { cursor?: string } } {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  return {
    body: cursor === undefined ? {} : { cursor },
    onPrevious: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined,
    onNext: (cursor) => setCursors([...cursors, cursor]),
  }
}

/** A list without columns. It shows a pager and the loading, error and empty states. */
export function StepList<Row>(props: {
  list: {
    data: { list: readonly Row[]; cursor: string | null } | undefined
    failure: CallFailure | undefined
    refetch: () => void
  }
  steps: Steps
  skeletonPx: number
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}) {
  const t = useTexts('ui.table')
  const { list, steps } = props
  const { data, failure } = list
  if (failure) return <ErrorState {...failure} onRetry={list.refetch} />
  if (!data) return <Skeleton height={props.skeletonPx} />
  const next = data.cursor
  return (
    <>
      {data.list.length === 0 ? props.empty : props.children(data.list)}
      {(steps.onPrevious || next !== null) && (
        <nav className={css.listSteps} aria-label={t('pages')}>
          <Button variant="default" disabled={!steps.onPrevious} onClick={steps.onPrevious ?? (() => {})}>
            {t('previous')}
          </Button>
          <Button
            variant="default"
            disabled={next === null}
            onClick={() => next !== null && steps.onNext(next)}
          >
            {t('next')}
          </Button>
        </nav>
      )}
    </>
  )
}
