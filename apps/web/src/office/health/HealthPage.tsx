import '@mantine/core/styles/SimpleGrid.layer.css'
import { Button, Group, SimpleGrid, Skeleton } from '@mantine/core'
import { type Health, type HealthLevel, healthLevels } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { DateText, MomentText, NumberText, SizeText } from '../../ui/formats.tsx'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconRefresh } from '../../ui/icons.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Facts, Page } from '../../ui/Page.tsx'
import css from './Health.module.css'

const icons = { fine: IconCircleCheck, warning: IconAlertTriangle, broken: IconCircleX } as const

/** The health of the installation. Each part has its own level. */
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
        <Button variant="default" leftSection={<IconRefresh />} onClick={health.refetch}>
          {t('again')}
        </Button>
      }
    >
      <Loaded read={health} skeleton={<PartsSkeleton />}>
        {(data) => (
          <>
            <WorstLevel health={data} />
            <Parts>
              <QueuePart queue={data.queue} />
              <DeliveriesPart deliveries={data.deliveries} />
              <StoragePart storage={data.storage} />
              <DatabasePart database={data.database} />
              <MailPart mail={data.mail} />
              <BackupPart backup={data.backup} />
              <ProductPart product={data.product} />
            </Parts>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Parts = (props: ComponentProps<typeof SimpleGrid>) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={16} {...props} />
)

function PartsSkeleton() {
  return (
    <Parts aria-busy="true">
      {['queue', 'deliveries', 'storage', 'database', 'mail', 'backup'].map((part) => (
        <Skeleton key={part} height={220} />
      ))}
    </Parts>
  )
}

/** Shows the worst level of all parts as a sentence. */
function WorstLevel({ health }: { health: Health }) {
  const t = useTexts('health.all')
  const { queue, deliveries, storage, database, mail, backup } = health
  const levels = [queue, deliveries, storage, database, mail, backup].map((part) => part.level)
  const worst = healthLevels.findLast((level) => levels.includes(level)) ?? 'fine'
  const Icon = icons[worst]
  return (
    <p className={css.healthWhole} data-level={worst} role="status">
      <Icon size={22} />
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
      <Group component="header" justify="space-between" gap={12} mih={28} mb={4}>
        <h2>{props.title}</h2>
        {level && Icon && (
          <span className={css.healthLevel} data-level={level}>
            <Icon />
            {t(level)}
          </span>
        )}
      </Group>
      {props.children}
      <Facts facts={props.facts} />
    </section>
  )
}

const count = (value: number) => <NumberText value={value} />
const date = (moment: string | null) => moment && <DateText moment={moment} />

function QueuePart({ queue }: { queue: Health['queue'] }) {
  const t = useTexts('health')
  const screens = useTexts('screens')
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
        [t('queue.due'), count(queue.due)],
        [t('queue.later'), count(queue.later)],
        [t('jobs.states.running'), count(queue.running)],
        [t('jobs.states.retrying'), count(queue.retrying)],
        [t('jobs.states.failed'), count(queue.failed)],
        [t('queue.oldest'), date(queue.oldestDueAt)],
        ['', link],
      ]}
    />
  )
}

function DeliveriesPart({ deliveries }: { deliveries: Health['deliveries'] }) {
  const t = useTexts('health')
  const screens = useTexts('screens')
  const { level, waiting, retrying, failed } = deliveries
  const link = (
    <Link to="/manage/push/deliveries" search={failed > 0 ? { state: 'failed' } : {}} className="text-link">
      {screens('pushDeliveries')}
    </Link>
  )
  return (
    <Part
      title={t('deliveries.title')}
      level={level}
      facts={[
        [t('queue.due'), count(waiting)],
        [t('jobs.states.retrying'), count(retrying)],
        [t('jobs.states.failed'), count(failed)],
        ['', link],
      ]}
    />
  )
}

function StoragePart({ storage }: { storage: Health['storage'] }) {
  const t = useTexts('health.storage')
  const mail = useTexts('health.mail')
  const kinds = useTexts('transfers.kind')
  const common = useTexts('common')
  const { size } = useFormats()
  const { level, totalBytes, freeBytes, keptBytes, isWritable } = storage
  const usedBytes = totalBytes === null || freeBytes === null ? null : totalBytes - freeBytes
  const sizeText = (bytes: number | null) => bytes !== null && <SizeText sizeBytes={bytes} />
  return (
    <Part
      title={common('label.storage')}
      level={level}
      facts={[
        [common('label.type'), kinds(storage.place === 's3' ? 's3' : 'folder')],
        [t('writable'), common(isWritable ? 'yes' : 'no')],
        [mail('failingSince'), date(storage.failingSince)],
        [t('free'), sizeText(freeBytes) || null],
        [t('total'), sizeText(totalBytes) || null],
        [t('kept'), sizeText(keptBytes)],
      ]}
    >
      {usedBytes !== null && totalBytes !== null && (
        <meter
          className={css.healthMeter}
          data-level={level}
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
        [t('auditMonths'), number(database.auditMonthsAhead)],
      ]}
    />
  )
}

function MailPart({ mail }: { mail: Health['mail'] }) {
  const t = useTexts('health')
  const common = useTexts('common')
  const state = mail.isReachable ? 'reachable' : 'unreachable'
  return (
    <Part
      title={t('mail.title')}
      level={mail.level}
      facts={[
        [t('mail.server'), t(`mail.${mail.isReal ? state : 'kept'}`)],
        [t('mail.lastSent'), date(mail.lastSentAt) ?? common('never')],
        [t('mail.failingSince'), date(mail.failingSince)],
        [common('label.reason'), mail.failure && t(`jobs.failure.${mail.failure}`)],
        [t('queue.due'), count(mail.waiting)],
        [t('jobs.states.failed'), count(mail.failed)],
      ]}
    />
  )
}

function BackupPart({ backup }: { backup: Health['backup'] }) {
  const t = useTexts('health')
  const common = useTexts('common')
  if (!backup.isOn)
    return <Part title={t('backup.title')} facts={[[common('label.status'), t('backup.off')]]} />
  return (
    <Part
      title={t('backup.title')}
      level={backup.level}
      facts={[
        [t('backup.newest'), date(backup.newestAt) ?? common('never')],
        [t('backup.archived'), date(backup.archivedAt) ?? common('never')],
        [t('mail.failingSince'), date(backup.failingSince)],
      ]}
    >
      {backup.isOnDataDisk && <p className={css.healthAdvice}>{t('backup.onDataDisk')}</p>}
      {backup.isKeyHere && <p className={css.healthAdvice}>{t('backup.keyHere')}</p>}
    </Part>
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
        [t('nodes'), count(product.nodes)],
        [t('runners'), count(product.runners)],
      ]}
    />
  )
}
