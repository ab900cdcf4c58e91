import { NativeSelect, Select, TextInput } from '@mantine/core'
import { Id } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import {
  showAllOptions,
  useOrganizationOptions,
} from '../../people/organizations/use-organization-options.ts'
import { FormDialogFrame } from '../../ui/Dialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'

const kinds = ['object', 'request', 'organization'] as const
type Kind = (typeof kinds)[number]

/** `isPlatformLog`: whether the platform's log is searched. `onFind` sets the filter. */
export type FindSubject = {
  readonly isPlatformLog: boolean
  readonly onFind: (found: Partial<Record<Kind, string>>) => void
}

/** Dialog that filters the log by the id of an object or a request, and the platform's log also by organization. */
export function FindDialog({ subject, isOpen, onClose }: DialogProps<FindSubject, 'find'>) {
  const t = useTexts('audit.filter')
  const [kind, setKind] = useState<Kind>('object')
  const [id, setId] = useState('')
  const [isWrong, setWrong] = useState(false)
  const choose = (next: string) => {
    setKind(kinds.find((one) => one === next) ?? 'object')
    setId('')
    setWrong(false)
  }
  const field = { value: id, onChange: setId, isWrong }
  return (
    <FormDialogFrame
      isOpen={isOpen}
      onClose={onClose}
      title={t('exact')}
      confirm={t('find')}
      onSubmit={(event) => {
        event.preventDefault()
        const found = z.safeParse(Id, id.trim().toLowerCase())
        setWrong(!found.success)
        if (!found.success) return
        onClose()
        subject?.onFind({ [kind]: found.data })
      }}
    >
      <NativeSelect
        label={t('exactKind')}
        value={kind}
        data={[
          { value: 'object', label: t('kindObject') },
          { value: 'request', label: t('kindRequest') },
          ...(subject?.isPlatformLog ? [{ value: 'organization', label: t('kindOrganization') }] : []),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {kind === 'organization' ? <OrganizationField {...field} /> : <NumberField {...field} />}
    </FormDialogFrame>
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

function OrganizationField({ value, onChange, isWrong }: FieldProps) {
  const t = useTexts('audit.filter')
  const common = useTexts('common.label')
  const { list, search } = useOrganizationOptions('manage.allOrgOptions')
  return (
    <Select
      {...search}
      label={common('organization')}
      description={t('whoseHint')}
      data={list.map(({ organizationId, name }) => ({ value: organizationId, label: name }))}
      value={value || null}
      filter={showAllOptions}
      nothingFoundMessage={t('noneFound')}
      error={isWrong && t('whoseHint')}
      onChange={(id) => onChange(id ?? '')}
    />
  )
}
