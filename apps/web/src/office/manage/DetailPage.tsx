import { Button, Skeleton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CallFailure } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useScreenName } from '../../frame/navigation.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { Page } from '../../ui/Page.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import css from './Manage.module.css'

type Deletable = { name: string; state: string; restorableUntil: string | null; deletedAt: string | null }

type Props<Detail extends Deletable> = {
  of: 'organization' | 'user'
  /** What the page is called until the name is there. */
  title: string
  read: { data: Detail | undefined; failure: CallFailure | undefined; refetch: () => void }
  lead: (detail: Detail) => ReactNode
  words: { edit: string; restore: string }
  actions: {
    press: (action: 'edit', detail: Detail) => void
    restore: (detail: Detail) => void
    entriesOf: (detail: Detail) => MenuEntry[]
    dialog: ReactNode
  }
  children: (detail: Detail) => ReactNode
}

/** An organization or a user in whole: what can be done, that it was deleted, and two columns. */
export function DetailPage<Detail extends Deletable>(props: Props<Detail>) {
  const { words, actions } = props
  const { data, failure, refetch } = props.read
  useScreenName(data?.name)
  const isDeleted = data?.state === 'deleted'
  return (
    <Page
      title={data?.name ?? props.title}
      width="text"
      lead={data && props.lead(data)}
      actions={data && !isDeleted && <Actions {...props} detail={data} />}
    >
      {failure && <ErrorState {...failure} onRetry={refetch} />}
      {!failure && !data && <DetailSkeleton />}
      {data && isDeleted && (
        <Deleted
          of={props.of}
          detail={data}
          restore={words.restore}
          onRestore={() => actions.restore(data)}
        />
      )}
      {data && <div className={css.manageColumns}>{props.children(data)}</div>}
      {actions.dialog}
    </Page>
  )
}

function Actions<Detail extends Deletable>(
  props: Pick<Props<Detail>, 'words' | 'actions'> & { detail: Detail },
) {
  const { detail, words, actions } = props
  const common = useTexts('common')
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={18} stroke={1.75} />}
        onClick={() => actions.press('edit', detail)}
      >
        {words.edit}
      </Button>
      <RowMenu
        label={common('label.actionsFor', { name: detail.name })}
        actions={actions.entriesOf(detail).filter((entry) => entry.key !== 'edit')}
      />
    </>
  )
}

function Deleted(props: {
  of: 'organization' | 'user'
  detail: Deletable
  restore: string
  onRestore: () => void
}) {
  const t = useTexts(`manage.${props.of}`)
  const { date } = useFormats()
  const { restorableUntil, deletedAt } = props.detail
  return (
    <div className={css.manageNote}>
      <p>
        {restorableUntil
          ? t('deletedUntil', { day: date(restorableUntil) })
          : t('deletedFinal', { day: deletedAt ? date(deletedAt) : '' })}
      </p>
      {restorableUntil && (
        <Button variant="default" onClick={props.onRestore}>
          {props.restore}
        </Button>
      )}
    </div>
  )
}

const skeletonRows = ['62%', '48%', '70%', '40%', '56%']

// Two columns of facts stand in for what is on its way.
function DetailSkeleton() {
  return (
    <div className={css.manageColumns} aria-busy="true">
      {['left', 'right'].map((side) => (
        <div key={side} className={css.manageWaiting}>
          <Skeleton height={16} width={120} />
          {skeletonRows.map((width) => (
            <Skeleton key={width} height={12} width={width} />
          ))}
        </div>
      ))}
    </div>
  )
}
