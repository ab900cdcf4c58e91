import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import {
  type Arch,
  archOf,
  archRow,
  neighboursOf,
  type OrthodonticPrescription,
  type Tooth,
} from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { IconPlus, IconX } from '../../ui/icons.ts'
import css from './PrescriptionForm.module.css'
import { usePrescriptionWords } from './words.ts'

type Contacts = OrthodonticPrescription['contacts']

const usualMm = 0.2
const keyOf = ({ from, to }: { from: Tooth; to: Tooth }) => `${from}-${to}`

function contactsOf(arches: readonly Arch[]): { from: Tooth; to: Tooth }[] {
  return arches.flatMap((arch) => {
    const row = archRow(arch)
    return row.flatMap((to, at) => {
      const from = row[at - 1]
      return from === undefined ? [] : [{ from, to }]
    })
  })
}

/** Edits the interproximal reductions: contacts (pairs of neighbouring teeth), each with an amount in mm. */
export function ContactsField(props: {
  value: Contacts
  arches: readonly Arch[]
  onChange: (contacts: Contacts) => void
}) {
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const { value, onChange } = props
  const offered = contactsOf(props.arches)
  const free = offered.find((one) => !value.some((used) => keyOf(used) === keyOf(one)))
  const replace = (at: number, change: Partial<Contacts[number]>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <fieldset className={css.contacts}>
      <legend className="mantine-InputWrapper-label">{t('fields.contacts')}</legend>
      {value.map((contact, at) => (
        <div key={keyOf(contact)} className={css.contact}>
          <NativeSelect
            aria-label={t('fields.contacts')}
            value={keyOf(contact)}
            data={offered.map((one) => ({ value: keyOf(one), label: words.teeth([one.from, one.to]) }))}
            onChange={(event) => {
              const found = offered.find((one) => keyOf(one) === event.currentTarget.value)
              if (found) replace(at, found)
            }}
          />
          <TextInput
            type="number"
            inputMode="decimal"
            aria-label={t('amount')}
            min={0.1}
            max={1}
            step={0.1}
            value={contact.amountMm}
            onChange={(event) => {
              const { valueAsNumber } = event.currentTarget
              if (!Number.isNaN(valueAsNumber)) replace(at, { amountMm: valueAsNumber })
            }}
          />
          <ActionIcon
            variant="subtle"
            aria-label={t('removeContact')}
            onClick={() => onChange(value.filter((_, index) => index !== at))}
          >
            <IconX />
          </ActionIcon>
        </div>
      ))}
      {free && (
        <Button
          className={css.start}
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} />}
          onClick={() =>
            onChange([
              ...value,
              { ...(nextContact(value, offered) ?? free), amountMm: value.at(-1)?.amountMm ?? usualMm },
            ])
          }
        >
          {t('addContact')}
        </Button>
      )}
    </fieldset>
  )
}

/** Finds the unused contact after the last listed one in the same arch; for an empty list, the contact at canine 13 or 43. */
function nextContact(value: Contacts, offered: readonly { from: Tooth; to: Tooth }[]) {
  const last = value.at(-1)
  if (!last) return offered.find(({ from }) => from === '13' || from === '43')
  const next = neighboursOf(last.to).find((one) => one !== last.from && archOf(one) === archOf(last.to))
  return offered.find(
    (one) => one.from === last.to && one.to === next && !value.some((used) => keyOf(used) === keyOf(one)),
  )
}
