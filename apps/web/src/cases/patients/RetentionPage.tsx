import { Skeleton } from '@mantine/core'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { YearFields } from './YearFields.tsx'
import './Patients.module.css'

const shortest = { years: 1, implantYears: 1 }

/** For how long cases are kept on the platform; clinics may keep theirs longer. For the platform's administrators. */
export function RetentionPage() {
  const t = useTexts('patients.retention')
  const screens = useTexts('screens')
  const { data, failure, refetch } = useRead('retention.getPlatform', {})
  const write = useWrite('retention.savePlatform')
  return (
    <Page title={screens('retention')} lead={t('platformLead')} width="narrow">
      {failure && <ErrorState {...failure} onRetry={refetch} />}
      {!failure && !data && <Skeleton height={96} />}
      {data && (
        <YearFields
          key={`${data.years} ${data.implantYears}`}
          lead={t('platformHelp')}
          start={data}
          least={shortest}
          send={async (body) => (await write.send({ body })) !== undefined}
          isBusy={write.isBusy}
        />
      )}
    </Page>
  )
}
