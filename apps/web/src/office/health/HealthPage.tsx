import { Button, Skeleton } from '@mantine/core'
import { type Health, type HealthLevel, healthLevels } from '@pontic/contract'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { DateText, MomentText, NumberText, SizeText } from '../../ui/formats.tsx'
import { Facts, Page } from '../../ui/Page.tsx'
import css from './Health.module.css'

const icons = { fine: IconCircleCheck, warning: IconAlertTriangle, broken: IconCircleX } as const

/** How this installation is: queue, deliveries, storage, database, mail, nodes and version. */
export function HealthPage() {
  const t = useTexts('health')
  const screens = useTexts('screens')
  const health = useRead('health.get', {}, { isFresh: true })
  const { data } = health
  return (
    <Page
      title={screens('health')}
      width="text"
      lead={
        data && (
          <>
            {t('lead')} <DateText moment={data.checkedAt} />
          </>
        )
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.75} />}
          onClick={health.refetch}
        >
          {t('again')}
        </Button>
      }
    >
      {health.failure && <ErrorState {...health.failure} onRetry={health.refetch} />}
      {!data && !health.failure && <PartsSkeleton />}
      {data && <Parts health={data} />}
    </Page>
  )
}

function PartsSkeleton() {
  return (
    <div className={css.healthParts} aria-busy="true">
      {['queue', 'deliveries', 'storage', 'database', 'mail'].map((part) => (
        <Skeleton key={part} height={220} />
      ))}
    </div>
  )
}

function Parts({ health }: { health: Health }) {
  return (
    <>
      <Whole health={health} />
      <div className={css.healthParts}>
        <QueuePart queue={health.queue} />
        <DeliveriesPart deliveries={health.deliveries} />
        <StoragePart storage={health.storage} />
        <DatabasePart database={health.database} />
        <MailPart mail={health.mail} />
        <ProductPart product={health.product} />
      </div>
    </>
  )
}

/** The worst of all parts, in one sentence. */
function Whole({ health }: { health: Health }) {
  const t = useTexts('health.all')
  const { queue, deliveries, storage, database, mail } = health
  const levels = [queue, deliveries, storage, database, mail].map((part) => part.level)
  const worst = healthLevels.findLast((level) => levels.includes(level)) ?? 'fine'
  const Icon = icons[worst]
  return (
    <p className={css.healthWhole} data-level={worst} role="status">
      <Icon size={22} stroke={1.75} aria-hidden="true" />
      {t(worst)}
    </p>
  )
}

type PartFacts = Parameters<typeof Facts>[0]['facts']

function Part(props: { title: string; level?: HealthLevel; facts: PartFacts; children?: ReactNode }) {
  const t = useTexts('health.level')
  const { level } = props
  const Icon = level && icons[level]
  return (
    <section className={css.healthPart} aria-label={props.title}>
      <header>
        <h2>{props.title}</h2>
        {level && Icon && (
          <span className={css.healthLevel} data-level={level}>
            <Icon size={18} stroke={1.75} aria-hidden="true" />
            {t(level)}
          </span>
        )}
      </header>
      {props.children}
      <Facts facts={props.facts} />
    </section>
  )
}

function QueuePart({ queue }: { queue: Health['queue'] }) {
  const t = useTexts('health')
  const screens = useTexts('screens')
  const states = ['running', 'retrying', 'failed'] as const
  const countOf = (key: keyof typeof queue & ('due' | 'later' | (typeof states)[number])) => (
    <NumberText key={key} value={queue[key]} />
  )
  const link = (
    <Link to="/manage/jobs" className="text-link">
      {screens('jobs')}
    </Link>
  )
  return (
    <Part
      title={t('queue.title')}
      level={queue.level}
      facts={[
        [t('queue.due'), countOf('due')],
        [t('queue.later'), countOf('later')],
        ...states.map((state) => [t(`jobs.states.${state}`), countOf(state)] as const),
        [t('queue.oldest'), queue.oldestDueAt && <DateText moment={queue.oldestDueAt} />],
        ['', link],
      ]}
    />
  )
}

function DeliveriesPart({ deliveries }: { deliveries: Health['deliveries'] }) {
  const t = useTexts('health')
  const screens = useTexts('screens')
  const counts = ['waiting', 'retrying', 'failed'] as const
  const link = (
    <Link
      to="/manage/push/deliveries"
      search={deliveries.failed > 0 ? { state: 'failed' } : {}}
      className="text-link"
    >
      {screens('pushDeliveries')}
    </Link>
  )
  const countOf = (key: (typeof counts)[number]) => <NumberText key={key} value={deliveries[key]} />
  return (
    <Part
      title={t('deliveries.title')}
      level={deliveries.level}
      facts={[
        [t('queue.due'), countOf('waiting')],
        [t('jobs.states.retrying'), countOf('retrying')],
        [t('jobs.states.failed'), countOf('failed')],
        ['', link],
      ]}
    />
  )
}

function StoragePart({ storage }: { storage: Health['storage'] }) {
  const t = useTexts('health')
  const common = useTexts('common')
  const { size } = useFormats()
  const { totalBytes, freeBytes } = storage
  const usedBytes = totalBytes === null || freeBytes === null ? null : totalBytes - freeBytes
  return (
    <Part
      title={common('label.storage')}
      level={storage.level}
      facts={[
        [t('storage.writable'), common(storage.isWritable ? 'yes' : 'no')],
        [t('storage.free'), freeBytes !== null && <SizeText sizeBytes={freeBytes} />],
        [t('storage.total'), totalBytes !== null && <SizeText sizeBytes={totalBytes} />],
        [t('storage.kept'), <SizeText key="kept" sizeBytes={storage.keptBytes} />],
      ].map(([name, value]) => [name as string, (value || null) as ReactNode] as const)}
    >
      {usedBytes !== null && totalBytes !== null && (
        <meter
          className={css.healthMeter}
          data-level={storage.level}
          min={0}
          max={totalBytes}
          value={usedBytes}
          aria-label={common('label.storageUsed', { used: size(usedBytes), total: size(totalBytes) })}
        />
      )}
    </Part>
  )
}

function DatabasePart({ database }: { database: Health['database'] }) {
  const t = useTexts('health.database')
  const { number } = useFormats()
  const { connections, connectionsMax, migration, migrations } = database
  return (
    <Part
      title={t('title')}
      level={database.level}
      facts={[
        [t('version'), database.version],
        [t('size'), <SizeText key="size" sizeBytes={database.sizeBytes} />],
        [t('connections'), t('of', { count: number(connections), max: number(connectionsMax) })],
        [t('answer'), t('answerMs', { ms: number(database.answerMs, 1) })],
        [t('schema'), t('schemaOf', { name: migration.replace('.sql', ''), count: number(migrations) })],
        [t('replicas'), database.isReplica ? t('isReplica') : number(database.replicas)],
      ]}
    />
  )
}

function MailPart({ mail }: { mail: Health['mail'] }) {
  const t = useTexts('health.mail')
  const health = useTexts('health')
  const common = useTexts('common')
  const why = useTexts('health.jobs.failure')
  const lastSent = mail.lastSentAt === null ? common('never') : <DateText moment={mail.lastSentAt} />
  const server = mail.isReal ? t(mail.isReachable ? 'reachable' : 'unreachable') : t('kept')
  return (
    <Part
      title={t('title')}
      level={mail.level}
      facts={[
        [t('server'), server],
        [t('lastSent'), lastSent],
        [t('failingSince'), mail.failingSince && <DateText moment={mail.failingSince} />],
        [common('label.reason'), mail.failure && why(mail.failure)],
        [health('queue.due'), <NumberText key="waiting" value={mail.waiting} />],
        [health('jobs.states.failed'), <NumberText key="failed" value={mail.failed} />],
      ]}
    />
  )
}

function ProductPart({ product }: { product: Health['product'] }) {
  const t = useTexts('health.product')
  return (
    <Part
      title={t('title')}
      facts={[
        [t('version'), product.version],
        [t('mode'), t(product.mode)],
        [t('runtime'), product.runtime],
        [t('started'), <MomentText key="started" moment={product.startedAt} />],
        [t('nodes'), <NumberText key="nodes" value={product.nodes} />],
        [t('runners'), <NumberText key="runners" value={product.runners} />],
      ]}
    />
  )
}
