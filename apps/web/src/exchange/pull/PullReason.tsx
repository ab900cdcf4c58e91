import type { PullItem } from '@pontic/contract'
import { findText, useTexts } from '../../frame/i18n.tsx'

const knownKey = /^(transport|pull)\.([a-z_]+)$/

/** @returns a function that maps the key of a failure to its text. A key without a text is returned unchanged */
export function usePullFailureText(): (key: string) => string {
  const texts = { transport: useTexts('errors.transport'), pull: useTexts('errors.pull') }
  return (key) => {
    const [, feature, reason] = knownKey.exec(key) ?? []
    if (feature === undefined || reason === undefined) return key
    const t = texts[feature as keyof typeof texts] as typeof texts.transport
    return findText(t, reason) ?? key
  }
}

/** The reason why a found case was not imported, with details; empty for an imported case. */
export function ReasonText({ item }: { item: PullItem }) {
  const t = useTexts('transfers.pull.reason')
  const failureText = usePullFailureText()
  if (item.reason === null) return null
  const detail = item.reason === 'peer' ? failureText(item.detail) : item.detail
  const text = [t(item.reason), detail].filter((part) => part !== '').join(' ')
  return (
    <span className="meta one-line" title={text}>
      {text}
    </span>
  )
}
