import '@mantine/core/styles/Tabs.layer.css'
import { Button, Tabs } from '@mantine/core'
import { type OrderType, orderTypes } from '@pontic/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconAlertCircle, IconCircleCheck, IconPlus, IconTrash } from '../../ui/icons.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import css from './TypeTabs.module.css'
import type { PrescriptionDraft } from './use-prescription-draft.ts'

type Props = { draft: PrescriptionDraft; onChoose: (type: OrderType) => void }

const typesOf = ({ value, more }: PrescriptionDraft) => [value.type, ...more.map((one) => one.type)]

/** A button with a menu of the types that the case does not have yet. It adds a prescription of the chosen type. */
export function AddTypeButton({ draft, onChoose }: Props) {
  const t = useTexts('prescription')
  const names = useTexts('order.type')
  const used = typesOf(draft)
  const unused = Object.values(orderTypes).filter((type) => !used.includes(type))
  const add = (type: OrderType) => {
    draft.addType(type)
    onChoose(type)
  }
  if (unused.length === 0) return null
  return (
    <MenuButton
      label={t('addType')}
      entries={unused.map((type) => ({
        key: `${type}`,
        label: names(`${type}`),
        onSelect: () => add(type),
      }))}
    >
      {(button) => (
        <Button
          {...button}
          className={css.add}
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} />}
        >
          {t('addType')}
        </Button>
      )}
    </MenuButton>
  )
}

/**
 * Tabs with the types of the prescriptions of a case; no tabs for a single one.
 * @param props.children the form of the chosen type
 */
export function TypeTabs(props: Props & { chosen: OrderType; children: ReactNode }) {
  const { draft, chosen, onChoose, children } = props
  const t = useTexts('prescription')
  const names = useTexts('order.type')
  const used = typesOf(draft)
  if (used.length === 1) return children
  return (
    <Tabs value={`${chosen}`} onChange={(type) => onChoose(Number(type) as OrderType)} keepMounted={false}>
      <Tabs.List aria-label={t('title')}>
        {used.map((type) => (
          <Tabs.Tab key={type} value={`${type}`} leftSection={<State draft={draft} type={type} />}>
            {names(`${type}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {used.map((type) => (
        <Tabs.Panel key={type} value={`${type}`} className={css.panel}>
          {type === chosen && children}
          {type === chosen && type !== draft.value.type && (
            <Button
              className={css.remove}
              variant="subtle"
              color="red"
              size="xs"
              leftSection={<IconTrash size={16} />}
              onClick={() => {
                draft.removeType(type)
                onChoose(draft.value.type)
              }}
            >
              {t('removeType', { type: names(`${type}`) })}
            </Button>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The icon of a tab: whether its prescription is complete. */
function State({ draft, type }: { draft: PrescriptionDraft; type: OrderType }) {
  const t = useTexts('prescription')
  return draft.missing.some((part) => part.type === type) ? (
    <IconAlertCircle className={css.missing} size={16} label={t('missingTitle')} />
  ) : (
    <IconCircleCheck className={css.complete} size={16} />
  )
}
