import { Group } from '@mantine/core'
import type { DeliveryAttempt } from '@pontic/contract'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { MomentText } from '../../ui/formats.tsx'
import css from '../settings/Transfers.module.css'

/** Lists the attempts of a delivery with the receiver's replies, latest first. */
export function AttemptList({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  return (
    <ul className={css.attempts}>
      {attempts.map((attempt) => (
        <Attempt key={attempt.at} attempt={attempt} />
      ))}
    </ul>
  )
}

function Attempt({ attempt: { at, status, error, answer, tookMs } }: { attempt: DeliveryAttempt }) {
  const t = useTexts('transfers.log.detail')
  const { number } = useFormats()
  const ms = number(tookMs)
  const withoutStatus = error === null ? t('done', { ms }) : t('notDone', { ms })
  return (
    <li>
      <Group component="span" justify="space-between" gap="4px 16px">
        <span>{status === null ? withoutStatus : t('status', { status: String(status), ms })}</span>
        <span className="meta">
          <MomentText moment={at} />
        </span>
      </Group>
      {error && <span className={css.error}>{error}</span>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes the reply scrollable by keyboard */}
      {answer !== '' && <pre tabIndex={0}>{answer}</pre>}
    </li>
  )
}
