import { Button } from '@mantine/core'
import type { SealState as Seals } from '@pontic/contract'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { DateText } from '../../ui/formats.tsx'
import css from './Audit.module.css'

const askAgainMs = 2_000
const askTimesMax = 30

/** Whether the log is as it was written: up to where it is sealed, and what the last check of all seals found. */
export function SealState({ isWhole }: { isWhole: boolean }) {
  const t = useTexts('audit.seals')
  const seals = useRead('audit.seals', {}, { isFresh: true })
  if (!seals.data) return <div className={css.seals} aria-busy="true" />
  const { data } = seals
  const isBroken = data.brokenFrom !== null
  const Icon = isBroken ? IconLockOpen : IconLock
  return (
    <section className={css.seals} aria-label={t('label')} data-state={stateOf(data)}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <div className={css.sealsLines}>
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
      </div>
      {isWhole && <CheckButton seals={data} onAsk={seals.refetch} />}
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

/** Has all seals checked, and asks for what was found until it is there. */
function CheckButton({ seals, onAsk }: { seals: Seals; onAsk: () => void }) {
  const t = useTexts('audit.seals')
  const write = useWrite('audit.checkSeals')
  const [waiting, setWaiting] = useState<{ since: string | null; times: number }>()
  const isWaiting = waiting !== undefined && waiting.since === seals.checkedAt
  useEffect(() => {
    if (!waiting || !isWaiting || waiting.times >= askTimesMax) return
    const timer = setTimeout(() => {
      onAsk()
      setWaiting({ ...waiting, times: waiting.times + 1 })
    }, askAgainMs)
    return () => clearTimeout(timer)
  }, [waiting, isWaiting, onAsk])
  const check = async () => {
    if (!(await write.send({}))) return
    setWaiting({ since: seals.checkedAt, times: 0 })
    showNotice({ level: 'info', text: t('started') })
  }
  const isBusy = write.isBusy || (isWaiting && waiting.times < askTimesMax)
  return (
    <Button variant="default" size="xs" loading={isBusy} onClick={() => void check()}>
      {t('check')}
    </Button>
  )
}
