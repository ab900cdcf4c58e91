import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Page } from '../../ui/Page.tsx'
import { YearFields } from './YearFields.tsx'

const shortest = { years: 1, implantYears: 1 }

/** Edits the platform's retention: years after the last change of a case. A clinic may choose more years for its own cases. */
export function RetentionPage() {
  const t = useTexts('patients.retention')
  const screens = useTexts('screens')
  const read = useRead('retention.getPlatform', {})
  const { send, isBusy } = useWrite('retention.savePlatform')
  return (
    <Page title={screens('retention')} lead={t('platformLead')} width="narrow">
      <Loaded read={read} skeleton={96}>
        {(data) => (
          <YearFields
            key={`${data.years} ${data.implantYears}`}
            lead={t('platformHelp')}
            start={data}
            min={shortest}
            send={async (body) => (await send({ body })) !== undefined}
            isBusy={isBusy}
          />
        )}
      </Loaded>
    </Page>
  )
}
