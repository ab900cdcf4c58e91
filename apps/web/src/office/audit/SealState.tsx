import { Button, Stack } from '@mantine/core'
import type { SealState as Seals } from '@pontic/contract'
import { useEffect, useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { DateText } from '../../ui/formats.tsx'
import { IconLock, IconLockOpen } from '../../ui/icons.ts'
import { useWriteNotice } from '../../ui/use-write-notice.ts'
import css from './Audit.module.css'

const pollMs = 2_000
const pollsMax = 30

/** State of the log's seals: the last sealed row and the result of the last check. */
export function SealState({ isPlatformLog }: { isPlatformLog: boolean }) {
  const t = useTexts('audit.seals')
  const seals = useRead('audit.seals', {}, { isFresh: true })
  if (!seals.data) return <div className={css.seals} aria-busy="true" />
  const { data } = seals
  const isBroken = data.brokenFrom !== null
  const Icon = isBroken ? IconLockOpen : IconLock
  return (
    <section className={css.seals} aria-label={t('label')} data-state={stateOf(data)}>
      <Icon />
      <Stack gap={0} flex={1} miw={0}>
        <span className={css.sealsState} role={isBroken ? 'alert' : undefined}>
          <SealText seals={data} />
        </span>
        <span className="meta" title={t('help')}>
          {data.checkedAt && (
            <>
              {t('checked')} <DateText moment={data.checkedAt} />
            </>
          )}
          {data.checkedAt && data.waiting > 0 && ' · '}
          {data.waiting > 0 && t('waiting', { count: data.waiting })}
        </span>
      </Stack>
      {isPlatformLog && <CheckButton seals={data} onPoll={seals.refetch} />}
    </section>
  )
}

function stateOf(seals: Seals): 'broken' | 'unbroken' | 'unchecked' {
  if (seals.brokenFrom !== null) return 'broken'
  return seals.sealedTo === null || seals.checkedAt === null ? 'unchecked' : 'unbroken'
}

function SealText({ seals }: { seals: Seals }) {
  const t = useTexts('audit.seals')
  const { number } = useFormats()
  const row = (id: string | null) => number(Number(id))
  if (seals.brokenFrom !== null) return t('broken', { from: row(seals.brokenFrom), to: row(seals.brokenTo) })
  if (seals.sealedTo === null) return t('nothing')
  return t(seals.checkedAt === null ? 'unchecked' : 'unbroken', { row: row(seals.sealedTo) })
}

/** Button that starts a check of all seals and polls for its result. */
function CheckButton({ seals, onPoll }: { seals: Seals; onPoll: () => void }) {
  const t = useTexts('audit.seals')
  const { send, isBusy } = useWriteNotice('audit.checkSeals')
  const [waiting, setWaiting] = useState<{ since: string | null; times: number }>()
  const isWaiting = waiting !== undefined && waiting.since === seals.checkedAt
  useEffect(() => {
    if (!waiting || !isWaiting || waiting.times >= pollsMax) return
    const timer = setTimeout(() => {
      onPoll()
      setWaiting({ ...waiting, times: waiting.times + 1 })
    }, pollMs)
    return () => clearTimeout(timer)
  }, [waiting, isWaiting, onPoll])
  const check = async () => {
    if (await send({}, t('started'))) setWaiting({ since: seals.checkedAt, times: 0 })
  }
  const isChecking = isWaiting && waiting.times < pollsMax
  return (
    <Button variant="default" size="xs" loading={isBusy || isChecking} onClick={() => void check()}>
      {t('check')}
    </Button>
  )
}
