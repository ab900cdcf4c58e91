import { Button } from '@mantine/core'
import { businessTypes } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { ListPanel, useList } from '../../ui/ListScreen.tsx'
import { firstPage } from '../../ui/list.ts'
import css from './Partners.module.css'
import { partnerList } from './PartnerTable.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { usePartnerActions } from './use-partner-actions.tsx'

const listFor = (text: 'noPartnersLab' | 'noPartnersClinic'): typeof partnerList => ({
  ...partnerList,
  empty: { drawing: 'partners', title: 'partners.noPartners', text: `partners.${text}` },
})
const listForClinics = listFor('noPartnersLab')
const listForLabs = listFor('noPartnersClinic')

/** Lists the partners by name, each with the number of open cases. */
export function PartnerListTab() {
  const t = useTexts('partners')
  const isClinic = useSession()?.organization_type === businessTypes.clinic
  const list = isClinic ? listForClinics : listForLabs
  const read = useList(list)
  const { search, onSearch } = read
  const actions = usePartnerActions()
  const keptFocus = useKeptFocus(actions.isAsking)
  const isNew = read.data?.total === 0 && !read.isStale && !search.words
  return (
    <div className={css.partnerPanel} {...keptFocus}>
      <ListPanel
        list={list}
        read={read}
        press={actions.press}
        isBarHidden={isNew}
        emptyAction={
          <Button onClick={() => onSearch({ tab: 'search', words: undefined, ...firstPage })}>
            {t('searchTab')}
          </Button>
        }
      />
      {actions.dialog}
    </div>
  )
}
