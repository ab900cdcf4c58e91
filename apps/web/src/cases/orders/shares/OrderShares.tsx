import { ActionIcon, Button, Checkbox, Skeleton } from '@mantine/core'
import type { Order, Share, ShareLink } from '@pontic/contract'
import { IconMail, IconQrcode, IconTrash, IconUserOff, IconUserPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useRead } from '../../../frame/api.ts'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { showNotice } from '../../../frame/notices.ts'
import { useSession } from '../../../frame/session.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Section } from '../../../ui/Page.tsx'
import { RowMenu } from '../../../ui/RowMenu.tsx'
import { useOpener } from '../../../ui/use-opener.ts'
import { canSharePersonally } from '../actions/order-actions.ts'
import { useOrderWrite } from '../actions/use-order-write.ts'
import css from './OrderShares.module.css'

const SharePersonDialog = lazy(() =>
  import('./SharePersonDialog.tsx').then((file) => ({ default: file.SharePersonDialog })),
)
const EndShareDialog = lazy(() =>
  import('./SharePersonDialog.tsx').then((file) => ({ default: file.EndShareDialog })),
)

const ShareLinkDialog = lazy(() =>
  import('./ShareLinkDialog.tsx').then((file) => ({ default: file.ShareLinkDialog })),
)

type Asked = { kind: 'share' } | { kind: 'code'; made: number } | { kind: 'end'; email: string }

/** With whom the clinic shares a case (rules §4). Nothing for everybody else, and before the scans have arrived. */
export function OrderShares({ order }: { order: Order }) {
  const session = useSession()
  return session && canSharePersonally(order, session) ? <Shares order={order} /> : null
}

function Shares({ order }: { order: Order }) {
  const t = useTexts('shares')
  const shares = useRead('orders.listShares', { params: { id: order.id } })
  const [asked, setAsked] = useState<Asked>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const ask = (next: Asked) => {
    setAsked(next)
    setOpen(true)
  }
  const frame = { order, isOpen, onClose: () => setOpen(false) }
  const count = (shares.data?.list.length ?? 0) + (shares.data?.links.length ?? 0)
  return (
    <Section
      title={t('title')}
      actions={
        <AddButtons
          onShare={() => ask({ kind: 'share' })}
          onCode={() => ask({ kind: 'code', made: Date.now() })}
        />
      }
    >
      {shares.failure && <ErrorState {...shares.failure} onRetry={shares.refetch} />}
      {!shares.data && !shares.failure && <Skeleton height={40} />}
      {shares.data && count === 0 && <p className={clsx(css.sharesNone, 'quiet')}>{t('empty')}</p>}
      {shares.data && count > 0 && (
        <ul className={css.shares} aria-label={t('list')}>
          {shares.data.list.map((share) => (
            <ShareItem
              key={share.email}
              order={order}
              share={share}
              onEnd={() => ask({ kind: 'end', email: share.email })}
            />
          ))}
          {shares.data.links.map((link) => (
            <LinkItem key={link.id} order={order} link={link} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {asked?.kind === 'share' && <SharePersonDialog {...frame} />}
        {asked?.kind === 'code' && <ShareLinkDialog key={asked.made} {...frame} />}
        {asked?.kind === 'end' && <EndShareDialog key={asked.email} {...frame} email={asked.email} />}
      </Suspense>
    </Section>
  )
}

function AddButtons({ onShare, onCode }: { onShare: () => void; onCode: () => void }) {
  const t = useTexts('shares')
  return (
    <span className={css.shareAdds}>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconQrcode size={16} stroke={1.75} aria-hidden="true" />}
        onClick={onCode}
      >
        {t('code.add')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden="true" />}
        onClick={onShare}
      >
        {t('add')}
      </Button>
    </span>
  )
}

/** A QR code or link that nobody has taken yet, and the way to take it back. */
function LinkItem({ order, link }: { order: Order; link: ShareLink }) {
  const t = useTexts('shares')
  const { date, moment } = useFormats()
  const write = useOrderWrite('orders.withdrawShareLink', { orderId: order.id })
  const until = moment(link.expiresAt)
  return (
    <li>
      <div className={css.shareLines}>
        <span className={css.shareEmail}>{t('code.open')}</span>
        <span className="meta">{t('since', { day: date(link.createdAt), name: link.by })}</span>
        <span className="meta">{t('code.until', { until, download: String(link.mayDownload) })}</span>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        loading={write.isBusy}
        aria-label={t('code.withdraw', { until })}
        onClick={() => void write.send({ body: { id: order.id, linkId: link.id } })}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}

/** One address: since when and by whom, the tick for downloads, mail again and the end behind dots. */
function ShareItem(props: { order: Order; share: Share; onEnd: () => void }) {
  const t = useTexts('shares')
  const { date } = useFormats()
  const { order, share } = props
  const { email, by } = share
  const day = date(share.sharedAt)
  return (
    <li>
      <div className={css.shareLines}>
        <span className={css.shareEmail}>{email}</span>
        <span className="meta">{by ? t('since', { day, name: by }) : day}</span>
        <DownloadTick order={order} share={share} />
      </div>
      <ShareMenu {...props} />
    </li>
  )
}

function DownloadTick({ order, share: { email, mayDownload } }: { order: Order; share: Share }) {
  const t = useTexts('shares')
  const write = useOrderWrite('orders.share', { orderId: order.id })
  const [wanted, setWanted] = useState<boolean>()
  // What was pressed is shown until the list is read anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is what it waits for
  useEffect(() => setWanted(undefined), [mayDownload])
  const tick = async (download: boolean) => {
    setWanted(download)
    if (!(await write.send({ body: { id: order.id, email, download } }))) setWanted(undefined)
  }
  return (
    <Checkbox
      size="xs"
      label={t('mayDownload')}
      aria-label={t('mayDownloadOf', { email })}
      checked={wanted ?? mayDownload}
      onChange={(event) => void tick(event.currentTarget.checked)}
    />
  )
}

function ShareMenu({ order, share, onEnd }: { order: Order; share: Share; onEnd: () => void }) {
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
          icon: <IconMail size={18} stroke={1.75} />,
          onSelect: () => void mailAgain(),
        },
        {
          key: 'end',
          label: t('stop'),
          icon: <IconUserOff size={18} stroke={1.75} />,
          isDangerous: true,
          onSelect: onEnd,
        },
      ]}
    />
  )
}
