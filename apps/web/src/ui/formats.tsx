import { useNow } from 'use-intl'
import { useFormats } from '../frame/i18n.tsx'

type Moment = { moment: string | null | undefined }

const minuteMs = 60_000

/** A moment as `5 minutes ago` within a day, otherwise its date. Hovering shows date and time. Renders nothing for null. */
export function DateText({ moment }: Moment) {
  const { date, moment: dateAndTime, relative } = useFormats()
  const now = useNow({ updateInterval: minuteMs })
  if (!moment) return null
  const ageMs = now.getTime() - new Date(moment).getTime()
  const isRecent = ageMs < 24 * 60 * minuteMs && ageMs > -minuteMs
  return (
    <time dateTime={moment} title={dateAndTime(moment)} className="figures">
      {isRecent ? relative(moment, ageMs < 0 ? new Date(moment) : now) : date(moment)}
    </time>
  )
}

/** Date and time of a moment. Renders nothing for null. */
export function MomentText({ moment }: Moment) {
  const { moment: dateAndTime } = useFormats()
  if (!moment) return null
  return (
    <time dateTime={moment} className="figures">
      {dateAndTime(moment)}
    </time>
  )
}

/** A calendar day `YYYY-MM-DD`, which is the same in every time zone. Renders nothing for null. */
export function DayText({
  day,
  withWeekday = false,
}: {
  day: string | null | undefined
  withWeekday?: boolean
}) {
  const formats = useFormats()
  if (!day) return null
  return (
    <time dateTime={day.slice(0, 10)} className="figures">
      {withWeekday ? formats.weekday(day) : formats.day(day)}
    </time>
  )
}

/** A number in the user's language. */
export function NumberText({ value }: { value: number }) {
  const { number } = useFormats()
  return <span className="figures">{number(value)}</span>
}

/** A size in the largest fitting unit, such as `12.4 MB`. */
export function SizeText({ sizeBytes }: { sizeBytes: number }) {
  const { size } = useFormats()
  return <span className="figures">{size(sizeBytes)}</span>
}
