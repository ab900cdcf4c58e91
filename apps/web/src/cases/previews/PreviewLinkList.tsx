import { ActionIcon, Box, Button, Group, Stack, Text } from '@mantine/core'
import type { OrderDetail, PreviewLink, PreviewView } from '@pontic/contract'
import { useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { IconLinkOff, IconLock, IconPlus, IconRulerMeasure } from '../../ui/icons.ts'
import listCss from '../lists.module.css'
import { useOrderWrite } from '../orders/actions/use-order-write.ts'
import { planScans } from '../viewer/scan-plan.ts'
import { useScanNames } from '../viewer/use-scan-names.ts'
import css from './PreviewLinks.module.css'

/**
 * Lists the preview links of a case, newest first, with a button for a new link.
 * @param props.onConflict called if a link can't be revoked because the case has changed
 */
export function PreviewLinkList(props: {
  detail: OrderDetail
  links: readonly PreviewLink[]
  onNew: () => void
  onConflict: () => void
}) {
  const t = useTexts('previewLinks')
  const common = useTexts('common')
  return (
    <>
      <Group className={css.head} justify="space-between" gap={16} wrap="nowrap" pb={12}>
        <Text c="dimmed" fz="sm">
          {t('lead')}
        </Text>
        <Button flex="none" leftSection={<IconPlus size={16} />} data-autofocus onClick={props.onNew}>
          {common('label.newLink')}
        </Button>
      </Group>
      <ul className={listCss.plain} aria-label={t('list')}>
        {props.links.map((link) => (
          <LinkItem key={link.id} detail={props.detail} link={link} onConflict={props.onConflict} />
        ))}
      </ul>
    </>
  )
}

function LinkItem(props: { detail: OrderDetail; link: PreviewLink; onConflict: () => void }) {
  const t = useTexts('previewLinks')
  const common = useTexts('common')
  const { date, moment } = useFormats()
  const { link } = props
  const [isAsking, ask] = useState(false)
  const day = date(link.createdAt)
  const isOpen = link.state === 'open'
  return (
    <li className={css.link} data-open={isOpen || undefined}>
      <Stack flex="1 1 240px" gap={2} miw={0}>
        <ScansOfLink detail={props.detail} fileIds={link.fileIds} />
        <Group component="span" className="meta figures" gap="0 10px">
          {link.hasPassword && (
            <IconLock size={14} label={t('passwordAsked')} style={{ marginInlineEnd: -4 }} />
          )}
          {link.allowsTools && (
            <IconRulerMeasure size={14} label={t('toolsAllowed')} style={{ marginInlineEnd: -4 }} />
          )}
          <span>
            {link.state === 'open'
              ? common('label.validUntil', { moment: moment(link.expiresAt) })
              : t(`state.${link.state}`, { moment: moment(link.expiresAt) })}
          </span>
          <span>
            {link.by
              ? t('by', { day, name: link.by })
              : t('byOther', { day, organization: link.organizationName })}
          </span>
        </Group>
        <ViewsOfLink link={link} />
      </Stack>
      {isOpen && !isAsking && (
        <Group gap={2} wrap="nowrap" align="stretch">
          {link.url && <CopyButton value={link.url} label={t('copyOf', { day })} />}
          <ActionIcon size={26} aria-label={t('revokeOf', { day })} onClick={() => ask(true)}>
            <IconLinkOff size={16} />
          </ActionIcon>
        </Group>
      )}
      {isOpen && isAsking && (
        <RevokeQuestion
          orderId={props.detail.order.id}
          linkId={link.id}
          {...props}
          onKeep={() => ask(false)}
        />
      )}
    </li>
  )
}

/** The names of the scans that a link shows, and the number of its scans that were removed from the case. */
function ScansOfLink(props: { detail: OrderDetail; fileIds: readonly string[] | null }) {
  const t = useTexts('previewLinks')
  const { list } = useFormats()
  const scans = planScans(props.detail.files.filter(({ state }) => state === 'verified'))
  const names = useScanNames(scans)
  const { fileIds } = props
  if (fileIds === null) return <span className={css.scans}>{t('allScans')}</span>
  const shown = names.filter((_, index) => fileIds.includes(scans[index]?.file.id ?? ''))
  const removedCount = fileIds.length - shown.length
  return (
    <span className={css.scans}>
      {list([...shown, ...(removedCount > 0 ? [t('goneScans', { count: removedCount })] : [])])}
    </span>
  )
}

function ViewsOfLink({ link }: { link: PreviewLink }) {
  const t = useTexts('previewLinks')
  const { views, lastViews } = link
  if (views === 0 || lastViews.length === 0)
    return <span className="meta figures">{t('views', { count: views })}</span>
  return (
    <details className={css.views}>
      <summary className="meta figures">
        {t('views', { count: views })}
        <span className="only-read"> {t('viewsShow')}</span>
      </summary>
      {views > lastViews.length && (
        <Text className="meta" mt={4}>
          {t('viewsLatest', { count: lastViews.length })}
        </Text>
      )}
      <Box component="ul" className={listCss.plain} pt={4}>
        {lastViews.map((view, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two views may have the same time
          <ViewLine key={`${view.at} ${index}`} view={view} />
        ))}
      </Box>
    </details>
  )
}

function ViewLine({ view }: { view: PreviewView }) {
  const t = useTexts('previewLinks')
  const common = useTexts('common')
  const { moment } = useFormats()
  const { browser, system } = view
  const device =
    browser && system ? common('label.browserOn', { browser, system }) : browser || system || t('unknown')
  return (
    <li className="meta figures">
      <time dateTime={view.at}>{moment(view.at)}</time>
      <span>{device}</span>
      <span>{view.network}</span>
    </li>
  )
}

function RevokeQuestion(props: {
  orderId: string
  linkId: string
  onKeep: () => void
  onConflict: () => void
}) {
  const t = useTexts('previewLinks')
  const { orderId, linkId } = props
  const write = useOrderWrite('previews.revokeLink', { orderId, onConflict: props.onConflict })
  const revoke = async () => {
    if (await write.send({ body: { id: orderId, linkId } })) showNotice({ level: 'info', text: t('revoked') })
  }
  return (
    <Group className={css.question} justify="flex-end" gap={8}>
      <Text flex="1 1 200px" fz="sm">
        {t('revokeAsk')}
      </Text>
      <Button variant="default" size="xs" onClick={props.onKeep}>
        {t('keep')}
      </Button>
      <Button color="red" size="xs" data-autofocus loading={write.isBusy} onClick={() => void revoke()}>
        {t('revoke')}
      </Button>
    </Group>
  )
}
