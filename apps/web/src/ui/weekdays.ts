import type { Language } from '@pontic/contract'
import { tagOf } from '@pontic/messages'

/** Lists the weekdays from the first day of the week in the country of a language: 1 Monday … 7 Sunday. */
export function listWeekdays(language: Language): number[] {
  // The `lib` of tsconfig.json does not declare this method, and some browsers do not have it.
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(tagOf(language))
  const first = locale.getWeekInfo?.().firstDay ?? 1
  return Array.from({ length: 7 }, (_, day) => ((first - 1 + day) % 7) + 1)
}
