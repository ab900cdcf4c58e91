import { Skeleton } from '@mantine/core'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { YearFields } from './YearFields.tsx'

/** For how long one's own clinic keeps finished cases; never shorter than the platform. */
export function RetentionForm() {
  const t = useTexts('patients.retention')
  const { data, failure, refetch } = useRead('retention.get', {})
  const write = useWrite('retention.save')
  if (failure) return <ErrorState {...failure} onRetry={refetch} />
  if (!data) return <Skeleton height={96} />
  const { years, implantYears, platformYears, platformImplantYears } = data
  return (
    <YearFields
      key={`${years} ${implantYears}`}
      lead={t('lead', { years: platformYears, implantYears: platformImplantYears })}
      start={{ years, implantYears }}
      least={{ years: platformYears, implantYears: platformImplantYears }}
      send={async (body) => (await write.send({ body })) !== undefined}
      isBusy={write.isBusy}
    />
  )
}
