import { ActionIcon, Button } from '@mantine/core'
import type { OrderDetail, PreviewLink, PreviewView } from '@pontic/contract'
import { IconLinkOff, IconLock, IconPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import dialogCss from '../../ui/Dialog.module.css'
import { useOrderWrite } from '../orders/actions/use-order-write.ts'
import { planScans } from '../viewer/scan-plan.ts'
import { useScanNames } from '../viewer/use-scan-names.ts'
import css from './ShareDialog.module.css'

/** The links of a case, the latest first, and the way to a new one. */
export function PreviewLinkList(props: {
  detail: OrderDetail
  links: readonly PreviewLink[]
  onNew: () => void
  onGone: () => void
}) {
  const t = useTexts('previewLinks')
  const common = useTexts('common')
  return (
    <>
      <div className={css.linksHead}>
        <p className={clsx(dialogCss.dialogNote, 'quiet')}>{t('lead')}</p>
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} data-autofocus onClick={props.onNew}>
          {common('label.newLink')}
        </Button>
      </div>
      <ul className={css.links} aria-label={t('list')}>
        {props.links.map((link) => (
          <LinkItem key={link.id} detail={props.detail} link={link} onGone={props.onGone} />
        ))}
      </ul>
    </>
  )
}

function LinkItem(props: { detail: OrderDetail; link: PreviewLink; onGone: () => void }) {
  const t = useTexts('previewLinks')
  const common = useTexts('common')
  const { date, moment } = useFormats()
  const { link } = props
  const [isAsking, ask] = useState(false)
  const day = date(link.createdAt)
  const isOpen = link.state === 'open'
  return (
    <li data-open={isOpen || undefined}>
      <div className={css.linkAbout}>
        <ScansOfLink detail={props.detail} fileIds={link.fileIds} />
        <span className={clsx(css.linkFacts, 'meta figures')}>
          {link.hasPassword && (
            <IconLock size={14} stroke={1.75} role="img" aria-label={t('passwordAsked')} />
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
        </span>
        <ViewsOfLink link={link} />
      </div>
      {isOpen && !isAsking && (
        <div className={css.linkActions}>
          {link.url && <CopyButton value={link.url} label={t('copyOf', { day })} />}
          <ActionIcon size={26} aria-label={t('revokeOf', { day })} onClick={() => ask(true)}>
            <IconLinkOff size={16} stroke={1.75} />
          </ActionIcon>
        </div>
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

/** What a link shows, by roles; scans that were taken out since are counted. */
function ScansOfLink(props: { detail: OrderDetail; fileIds: readonly string[] | null }) {
  const t = useTexts('previewLinks')
  const { list } = useFormats()
  const scans = planScans(props.detail.files.filter(({ state }) => state === 'verified'))
  const names = useScanNames(scans)
  const { fileIds } = props
  if (fileIds === null) return <span className={css.linkScansNamed}>{t('allScans')}</span>
  const shown = names.filter((_, index) => fileIds.includes(scans[index]?.file.id ?? ''))
  const gone = fileIds.length - shown.length
  return (
    <span className={css.linkScansNamed}>
      {list([...shown, ...(gone > 0 ? [t('goneScans', { count: gone })] : [])])}
    </span>
  )
}

function ViewsOfLink({ link }: { link: PreviewLink }) {
  const t = useTexts('previewLinks')
  const { views, lastViews } = link
  if (views === 0 || lastViews.length === 0)
    return <span className="meta figures">{t('views', { count: views })}</span>
  return (
    <details className={css.linkViews}>
      <summary className="meta figures">
        {t('views', { count: views })}
        <span className="only-read"> {t('viewsShow')}</span>
      </summary>
      {views > lastViews.length && <p className="meta">{t('viewsLatest', { count: lastViews.length })}</p>}
      <ul>
        {lastViews.map((view, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: openings have no name, and only grow at the front
          <ViewLine key={`${view.at} ${index}`} view={view} />
        ))}
      </ul>
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

function RevokeQuestion(props: { orderId: string; linkId: string; onKeep: () => void; onGone: () => void }) {
  const t = useTexts('previewLinks')
  const { orderId, linkId } = props
  const write = useOrderWrite('previews.revokeLink', { orderId, onConflict: props.onGone })
  const revoke = async () => {
    if (await write.send({ body: { id: orderId, linkId } })) showNotice({ level: 'info', text: t('revoked') })
  }
  return (
    <div className={css.linkQuestion}>
      <p className={dialogCss.dialogNote}>{t('revokeAsk')}</p>
      <Button variant="default" size="xs" onClick={props.onKeep}>
        {t('keep')}
      </Button>
      <Button color="red" size="xs" data-autofocus loading={write.isBusy} onClick={() => void revoke()}>
        {t('revoke')}
      </Button>
    </div>
  )
}
