import { questionReasons, rejectReasons, remakeCauses, type TimelineEntry } from '@pontic/contract'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { MomentText } from '../../../ui/formats.tsx'
import { Section } from '../../../ui/Page.tsx'
import { StatusShape } from '../../../ui/StatusBadge.tsx'
import { Timeline } from '../../../ui/Timeline.tsx'

/** The timeline of a case, newest entry first. */
export function OrderTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useTexts('orders')
  const steps = useTexts('order.timeline')
  return (
    <Section title={t('timeline')}>
      <Timeline
        label={t('timeline')}
        entries={entries.toReversed().map((entry) => ({
          key: entry.id,
          title: steps(entry.kind),
          meta: (
            <>
              <MomentText moment={entry.at} />
              {entry.by && <> · {entry.by}</>}
              {entry.organizationName && <> · {entry.organizationName}</>}
            </>
          ),
          note: <EntryNote entry={entry} />,
          // Entries that do not change the status get a dot.
          shape: entry.to && entry.to !== entry.from ? <StatusShape status={entry.to} /> : undefined,
        }))}
      />
    </Section>
  )
}

const remakeKinds: readonly TimelineEntry['kind'][] = ['remake', 'remakeOf', 'cause']

function EntryNote({ entry }: { entry: TimelineEntry }) {
  const t = useTexts('orders.entry')
  const reasons = useTexts('order.reason')
  const causes = useTexts('remakes.causes')
  const { day } = useFormats()
  const reasonText = ({ kind, reason }: TimelineEntry) => {
    const cause = remakeCauses.find((one) => one === reason)
    if (remakeKinds.includes(kind)) return cause && causes(cause)
    const coded = [...rejectReasons, ...questionReasons].find((one) => one === reason)
    return coded && reasons(coded)
  }
  const lines = [
    reasonText(entry),
    entry.deliveryOn && t('delivery', { day: day(entry.deliveryOn) }),
    entry.expressNumber && t('express', { number: entry.expressNumber }),
    entry.note,
  ].filter(Boolean)
  return lines.length === 0 ? null : lines.join('\n')
}
