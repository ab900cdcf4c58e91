import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { CasePrescriptions, Order, OrderType } from '@pontic/contract'
import { type KeyboardEvent, useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFailureText } from '../../frame/failures.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { portal } from '../../frame/session.ts'
import { DateText } from '../../ui/formats.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { InlinePanel } from './fields.tsx'
import css from './PrescriptionForm.module.css'

// Enter in the search must not submit the surrounding form.
const ignoreEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

const waitMs = 200
const shownMax = 10

/** Lists earlier cases of the same type. Selecting one copies its prescription. */
export function CopyList(props: {
  type: OrderType
  onUse: (given: CasePrescriptions) => void
  onClose: () => void
}) {
  const t = useTexts('prescription.templates')
  const orders = useTexts('orders')
  const textOf = useFailureText()
  const [words, setWords] = useState('')
  const [searched] = useDebouncedValue(words, waitMs)
  const { data } = useRead('orders.list', {
    body: { types: [props.type], words: searched, pageSize: shownMax },
  })
  const use = async ({ id, number }: Order) => {
    try {
      const { prescription, morePrescriptions } = await portal.call('orders.get', { params: { id } })
      if (prescription === null) return showNotice({ level: 'warning', text: t('noPrescription') })
      props.onUse({ prescription, morePrescriptions })
      showNotice({ level: 'info', text: t('copied', { number }) })
    } catch (error) {
      showNotice({ level: 'error', text: textOf(error).message })
    }
  }
  return (
    <InlinePanel title={t('copy')} onClose={props.onClose}>
      <TextInput
        aria-label={orders('search')}
        placeholder={orders('search')}
        autoFocus
        leftSection={<IconSearch />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={ignoreEnter}
      />
      {data?.list.length === 0 && <p className="quiet">{t('noCases')}</p>}
      <ul className={css.choices}>
        {data?.list.map((order) => (
          <li key={order.id}>
            <button type="button" className={css.case} onClick={() => void use(order)}>
              <strong>{order.patientName}</strong>
              <span className="quiet figures">{order.number}</span>
              <span className="meta">
                <DateText moment={order.createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </InlinePanel>
  )
}
