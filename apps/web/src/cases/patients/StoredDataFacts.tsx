import type { HeldCase } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { SizeText } from '../../ui/formats.tsx'
import { Facts } from '../../ui/Page.tsx'

const sum = (cases: readonly HeldCase[], of: (one: HeldCase) => number) =>
  cases.reduce((total, one) => total + of(one), 0)

/** The names of the laboratories that received the cases and may have copies of their data. */
export const labsWithCopies = (cases: readonly HeldCase[]) => [
  ...new Set(cases.flatMap((one) => (one.labHolding === 'case' ? [one.labName] : []))),
]

/** The amount of data in the selected cases, and the laboratories that may have copies of this data. */
export function StoredDataFacts({ cases }: { cases: readonly HeldCase[] }) {
  const t = useTexts('patients.panel')
  const common = useTexts('common')
  const files = sum(cases, (one) => one.files)
  const labs = labsWithCopies(cases)
  return (
    <Facts
      facts={[
        [t('chosen'), common('count.cases', { count: cases.length })],
        [
          t('held'),
          <span key="held">
            {t('files', { count: files })}
            {files > 0 && (
              <>
                , <SizeText sizeBytes={sum(cases, (one) => one.sizeBytes)} />
              </>
            )}{' '}
            · {t('messages', { count: sum(cases, (one) => one.messages) })} ·{' '}
            {t('shares', { count: sum(cases, (one) => one.shares) })}
          </span>,
        ],
        [t('labs'), labs.length === 0 ? t('noLabs') : labs.join(', ')],
      ]}
    />
  )
}
