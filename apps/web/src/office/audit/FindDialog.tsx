import { NativeSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Id } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/Dialog.tsx'

const kinds = ['object', 'request', 'organization'] as const
type Kind = (typeof kinds)[number]

const typingMs = 250

/** Asks for the number of an object or a request, or, of the platform, for an organization by its name. */
export function FindDialog(props: {
  isOpen: boolean
  isWhole: boolean
  onClose: () => void
  onFind: (found: Partial<Record<Kind, string>>) => void
}) {
  const t = useTexts('audit.filter')
  const [kind, setKind] = useState<Kind>('object')
  const [id, setId] = useState('')
  const [isWrong, setWrong] = useState(false)
  const choose = (next: string) => {
    setKind(kinds.find((one) => one === next) ?? 'object')
    setId('')
    setWrong(false)
  }
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('exact')}
      confirm={t('find')}
      onSubmit={(event) => {
        event.preventDefault()
        const found = z.safeParse(Id, id.trim().toLowerCase())
        setWrong(!found.success)
        if (found.success) props.onFind({ [kind]: found.data })
      }}
    >
      <KindSelect kind={kind} isWhole={props.isWhole} onChange={choose} />
      {kind === 'organization' ? (
        <OrganizationField value={id} onChange={setId} isWrong={isWrong} />
      ) : (
        <NumberField value={id} onChange={setId} isWrong={isWrong} />
      )}
    </FormDialog>
  )
}

function KindSelect(props: { kind: Kind; isWhole: boolean; onChange: (kind: string) => void }) {
  const t = useTexts('audit.filter')
  return (
    <NativeSelect
      label={t('exactKind')}
      value={props.kind}
      data={[
        { value: 'object', label: t('kindObject') },
        { value: 'request', label: t('kindRequest') },
        ...(props.isWhole ? [{ value: 'organization', label: t('kindOrganization') }] : []),
      ]}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

type FieldProps = { value: string; onChange: (id: string) => void; isWrong: boolean }

function NumberField(props: FieldProps) {
  const t = useTexts('audit.filter')
  return (
    <TextInput
      label={t('exactLabel')}
      description={t('exactHint')}
      value={props.value}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      error={props.isWrong && t('exactWrong')}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

function OrganizationField(props: FieldProps) {
  const t = useTexts('audit.filter')
  const common = useTexts('common')
  const [typed, type] = useState('')
  const [words] = useDebouncedValue(typed, typingMs)
  const options = useRead('manage.allOrgOptions', { query: words === '' ? {} : { words } })
  return (
    <Select
      label={common('label.organization')}
      description={t('whoseHint')}
      searchable
      data={(options.data?.list ?? []).map((one) => ({ value: one.organizationId, label: one.name }))}
      value={props.value || null}
      searchValue={typed}
      onSearchChange={type}
      // The server has searched: what it found stands there, whatever its spelling.
      filter={({ options: found }) => found}
      nothingFoundMessage={t('noneFound')}
      error={props.isWrong && t('whoseHint')}
      comboboxProps={{ withinPortal: true }}
      onChange={(id) => props.onChange(id ?? '')}
    />
  )
}
