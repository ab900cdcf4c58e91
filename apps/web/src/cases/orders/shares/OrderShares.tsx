import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { ActionIcon, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { Order, Share, ShareLink } from '@pontic/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useRead } from '../../../frame/api.ts'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { showNotice } from '../../../frame/notices.ts'
import { useSession } from '../../../frame/session.ts'
import { IconMail, IconQrcode, IconTrash, IconUserOff, IconUserPlus } from '../../../ui/icons.ts'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Section } from '../../../ui/Page.tsx'
import { RowMenu } from '../../../ui/RowMenu.tsx'
import { dialogOf, useDialogs } from '../../../ui/use-dialogs.tsx'
import listCss from '../../lists.module.css'
import { canShareWithIndividuals } from '../actions/order-actions.ts'
import { useOrderWrite } from '../actions/use-order-write.ts'
import { SmallButton } from '../buttons.tsx'
import type { ShareSubject } from './ShareDialogs.tsx'

const dialogs = {
  share: dialogOf(() => import('./ShareDialogs.tsx').then((file) => file.SharePersonDialog)),
  code: dialogOf(() => import('./ShareDialogs.tsx').then((file) => file.ShareLinkDialog)),
  stop: dialogOf(() => import('./ShareDialogs.tsx').then((file) => file.StopSharingDialog)),
}

/**
 * Lists the individuals with whom the clinic shares a case (rules §4), and the share links that nobody has redeemed yet. Empty for
 * users who may not share the case, and before the case is `uploaded`.
 */
export function OrderShares({ order }: { order: Order }) {
  const session = useSession()
  return session && canShareWithIndividuals(order, session) ? <Shares order={order} /> : null
}

function Shares({ order }: { order: Order }) {
  const t = useTexts('shares')
  const read = useRead('orders.listShares', { params: { id: order.id } })
  const { press, dialog } = useDialogs<ShareSubject, keyof typeof dialogs>(dialogs)
  return (
    <Section
      title={t('title')}
      actions={
        <Group component="span" display="inline-flex" gap={0} wrap="nowrap">
          <SmallButton icon={IconQrcode} onClick={() => press('code', { order })}>
            {t('code.add')}
          </SmallButton>
          <SmallButton icon={IconUserPlus} onClick={() => press('share', { order })}>
            {t('add')}
          </SmallButton>
        </Group>
      }
    >
      <Loaded read={read} skeleton={40}>
        {({ list, links }) =>
          list.length + links.length === 0 ? (
            <Text c="dimmed">{t('empty')}</Text>
          ) : (
            <ul className={listCss.rows} data-between aria-label={t('list')}>
              {list.map((share) => (
                <ShareItem
                  key={share.email}
                  order={order}
                  share={share}
                  onStop={() => press('stop', { order, email: share.email })}
                />
              ))}
              {links.map((link) => (
                <LinkItem key={link.id} order={order} link={link} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog}
    </Section>
  )
}

function Row({ name, children, button }: { name: string; children: ReactNode; button: ReactNode }) {
  return (
    <Group component="li" align="flex-start" gap={8} py={8} wrap="nowrap">
      <Stack flex={1} gap={2} miw={0}>
        <Text component="span" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {children}
      </Stack>
      {button}
    </Group>
  )
}

/** A share link that nobody has redeemed yet, and the button that withdraws it. */
function LinkItem({ order, link }: { order: Order; link: ShareLink }) {
  const t = useTexts('shares')
  const { date, moment } = useFormats()
  const write = useOrderWrite('orders.withdrawShareLink', { orderId: order.id })
  const until = moment(link.expiresAt)
  const withdraw = (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={write.isBusy}
      aria-label={t('code.withdraw', { until })}
      onClick={() => void write.send({ body: { id: order.id, linkId: link.id } })}
    >
      <IconTrash />
    </ActionIcon>
  )
  return (
    <Row name={t('code.open')} button={withdraw}>
      <span className="meta">{t('since', { day: date(link.createdAt), name: link.by })}</span>
      <span className="meta">{t('code.until', { until, download: String(link.mayDownload) })}</span>
    </Row>
  )
}

/** A share: email address, date, the member who shared, a checkbox that allows downloads, and a menu. */
function ShareItem(props: { order: Order; share: Share; onStop: () => void }) {
  const t = useTexts('shares')
  const { date } = useFormats()
  const { order, share } = props
  const { email, by } = share
  const day = date(share.sharedAt)
  return (
    <Row name={email} button={<ShareMenu {...props} />}>
      <span className="meta">{by ? t('since', { day, name: by }) : day}</span>
      <DownloadCheckbox order={order} share={share} />
    </Row>
  )
}

function DownloadCheckbox({ order, share: { email, mayDownload } }: { order: Order; share: Share }) {
  const t = useTexts('shares')
  const write = useOrderWrite('orders.share', { orderId: order.id })
  const [pending, setPending] = useState<boolean>()
  // Until the list is read again, the checkbox shows the value that the user has set.
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets when the value in the list changes
  useEffect(() => setPending(undefined), [mayDownload])
  const change = async (download: boolean) => {
    setPending(download)
    if (!(await write.send({ body: { id: order.id, email, download } }))) setPending(undefined)
  }
  return (
    <Checkbox
      size="xs"
      mt={4}
      label={t('mayDownload')}
      aria-label={t('mayDownloadOf', { email })}
      checked={pending ?? mayDownload}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}

function ShareMenu({ order, share, onStop }: { order: Order; share: Share; onStop: () => void }) {
  const t = useTexts('shares')
  const { email, mayDownload: download } = share
  const write = useOrderWrite('orders.share', { orderId: order.id })
  const mailAgain = async () => {
    if (await write.send({ body: { id: order.id, email, download, again: true } }))
      showNotice({ level: 'info', text: t('sentAgain', { email }) })
  }
  return (
    <RowMenu
      label={t('actionsFor', { email })}
      actions={[
        {
          key: 'again',
          label: t('again'),
          icon: <IconMail />,
          onSelect: () => void mailAgain(),
        },
        {
          key: 'stop',
          label: t('stop'),
          icon: <IconUserOff />,
          isDangerous: true,
          onSelect: onStop,
        },
      ]}
    />
  )
}
