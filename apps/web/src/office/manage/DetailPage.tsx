import { Button, Group, Stack } from '@mantine/core'
import type { OrganizationState, UserState } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallFailure } from '../../frame/failures.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useScreenName } from '../../frame/navigation.ts'
import { DetailColumns, DetailSkeleton } from '../../ui/DetailSkeleton.tsx'
import { IconPencil } from '../../ui/icons.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { Page } from '../../ui/Page.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import css from './Manage.module.css'
import { StateCell } from './manage-list.tsx'

type Deletable = {
  name: string
  state: OrganizationState | UserState
  restorableUntil: string | null
  deletedAt: string | null
}

type Props<Detail extends Deletable> = {
  of: 'organization' | 'user'
  /** The title until the name is loaded. */
  title: string
  read: { data: Detail | undefined; failure: CallFailure | undefined; refetch: () => void }
  /** Text in front of the state. */
  lead?: (detail: Detail) => ReactNode
  actions: {
    press: (action: 'edit', detail: Detail) => void
    restore: (detail: Detail) => void
    entriesOf: (detail: Detail) => MenuEntry[]
    dialog: ReactNode
  }
  left: (detail: Detail) => ReactNode
  right: (detail: Detail) => ReactNode
}

/** The detail page of an organization or a user, with two columns. If the object is deleted, a notice replaces the actions. */
export function DetailPage<Detail extends Deletable>(props: Props<Detail>) {
  const { data } = props.read
  useScreenName(data?.name)
  const isDeleted = data?.state === 'deleted'
  return (
    <Page
      title={data?.name ?? props.title}
      width="text"
      isNamed
      lead={
        data && (
          <>
            {props.lead?.(data)}
            <StateCell row={data} />
          </>
        )
      }
      actions={data && !isDeleted && <Actions {...props} detail={data} />}
    >
      {data && isDeleted && <DeletionNotice {...props} detail={data} />}
      <Loaded read={props.read} skeleton={<DetailSkeleton />}>
        {(detail) => (
          <DetailColumns>
            <Stack gap={24}>{props.left(detail)}</Stack>
            <Stack gap={24}>{props.right(detail)}</Stack>
          </DetailColumns>
        )}
      </Loaded>
      {props.actions.dialog}
    </Page>
  )
}

type PartProps<Detail extends Deletable> = Pick<Props<Detail>, 'of' | 'actions'> & { detail: Detail }

function Actions<Detail extends Deletable>({ detail, actions }: PartProps<Detail>) {
  const t = useTexts('common')
  return (
    <>
      <Button variant="default" leftSection={<IconPencil />} onClick={() => actions.press('edit', detail)}>
        {t('do.edit')}
      </Button>
      <RowMenu
        label={t('label.actionsFor', { name: detail.name })}
        actions={actions.entriesOf(detail).filter((entry) => entry.key !== 'edit')}
      />
    </>
  )
}

function DeletionNotice<Detail extends Deletable>({ of, detail, actions }: PartProps<Detail>) {
  const t = useTexts(`manage.${of}`)
  const common = useTexts('common.do')
  const { date } = useFormats()
  const { restorableUntil, deletedAt } = detail
  return (
    <Group className={css.note} justify="space-between" gap="8px 16px">
      {restorableUntil
        ? t('deletedUntil', { day: date(restorableUntil) })
        : t('deletedFinal', { day: deletedAt ? date(deletedAt) : '' })}
      {restorableUntil && (
        <Button variant="default" onClick={() => actions.restore(detail)}>
          {common('restore')}
        </Button>
      )}
    </Group>
  )
}

/** A link to a list. `search` sets the filters of the list. */
export function ListLink(props: { to: string; search: Readonly<Record<string, string>>; children: string }) {
  return <Link className={css.link} {...props} />
}
