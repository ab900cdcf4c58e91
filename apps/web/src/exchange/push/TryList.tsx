import type { DeliveryAttempt } from '@pontic/contract'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { MomentText } from '../../ui/formats.tsx'
import css from '../settings/Transfers.module.css'

/** The tries of a delivery with what was answered, latest first. */
export function TryList({ tries }: { tries: readonly DeliveryAttempt[] }) {
  return (
    <ul className={css.transferTries}>
      {tries.map((attempt) => (
        <Try key={attempt.at} attempt={attempt} />
      ))}
    </ul>
  )
}

function Try({ attempt }: { attempt: DeliveryAttempt }) {
  const t = useTexts('transfers.log.detail')
  const { number } = useFormats()
  const { status, error, answer, tookMs } = attempt
  const ms = number(tookMs)
  const withoutStatus = error === null ? t('done', { ms }) : t('notDone', { ms })
  return (
    <li>
      <span className={css.transferTry}>
        <span>{status === null ? withoutStatus : t('status', { status: String(status), ms })}</span>
        <span className="meta">
          <MomentText moment={attempt.at} />
        </span>
      </span>
      {error && <span className={css.transferError}>{error}</span>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by the keyboard */}
      {answer !== '' && <pre tabIndex={0}>{answer}</pre>}
    </li>
  )
}
