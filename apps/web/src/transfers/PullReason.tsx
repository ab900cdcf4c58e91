import type { PullItem } from '@pontic/contract'
import { useTexts } from '../i18n.tsx'

const transportKey = /^(?:transport|pull)\.[a-z_]+$/

type ErrorText = Parameters<ReturnType<typeof useTexts<'errors'>>>[0]

/** What the other side has refused, in words; the key itself where it is none that pages say. */
export function useFailureText(): (key: string) => string {
  const t = useTexts('errors')
  return (key) => (transportKey.test(key) && t.has(key as ErrorText) ? t(key as ErrorText) : key)
}

/** Why something that was found is not taken, and what it is about. */
export function ReasonText({ item }: { item: PullItem }) {
  const t = useTexts('transfers.pull.reason')
  const failureText = useFailureText()
  if (item.reason === null) return null
  const detail = item.reason === 'peer' ? failureText(item.detail) : item.detail
  const text = [t(item.reason), detail].filter((part) => part !== '').join(' ')
  return (
    <span className="meta one-line" title={text}>
      {text}
    </span>
  )
}
