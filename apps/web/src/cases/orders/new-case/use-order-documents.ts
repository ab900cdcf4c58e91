import { type DocumentValues, limits, type RouteReply, type Routes } from '@pontic/contract'
import { useRef, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { showNotice } from '../../../frame/notices.ts'
import { portal } from '../../../frame/session.ts'
import { dayFromToday } from '../../../frame/time-zone.ts'
import type { PickedFile } from '../../../ui/file-drop.ts'
import type { CaseInput } from './draft-content.ts'

const documentName = /\.(xml|dentalproject|json)$/i

/** What a document did to the form: it filled the form in, or nothing because the files name several patients. */
export type DocumentResult = { readonly filledFrom: string } | { readonly patients: readonly string[] }

type Read = RouteReply<Routes['documents.read']> & { name: string }

async function readDocuments(picked: readonly PickedFile[]): Promise<Read[]> {
  const documents = picked.filter(
    ({ file }) => documentName.test(file.name) && file.size <= limits.documentBytesMax,
  )
  const replies = documents.map(({ file }) =>
    portal.call('documents.read', { body: file }).then(
      (reply) => [{ ...reply, name: file.name }],
      // The document is uploaded as a file, and the user fills in the form.
      () => [],
    ),
  )
  return (await Promise.all(replies)).flat()
}

const samePatient = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * Reads the order documents among chosen files and fills in the form. Fields that the user has filled in stay. If the documents and
 * the form name different patients, nothing is filled in.
 * @param options.input returns the current input
 * @param options.fill receives the values of a document
 */
export function useOrderDocuments(options: {
  input: () => CaseInput
  fill: (values: DocumentValues) => void
}): { result: DocumentResult | undefined; read: (picked: readonly PickedFile[]) => Promise<void> } {
  const t = useTexts('files')
  const reasons = useTexts('transfers.pull.reason')
  const [result, setResult] = useState<DocumentResult>()
  const latest = useRef(options)
  latest.current = options
  const read = async (picked: readonly PickedFile[]) => {
    const found = await readDocuments(picked)
    for (const { name, refusal } of found)
      if (refusal !== null)
        showNotice({ level: 'warning', text: t('named', { name, text: reasons(refusal) }) })
    const filled = found.flatMap(({ name, values }) => (values ? [{ name, values }] : []))
    const [first] = filled
    if (!first) return
    const { input, fill } = latest.current
    const names = [input().values.patientName, ...filled.map(({ values }) => values.patientName)]
    const patients = names.filter(
      (name, at) => name.trim() !== '' && names.findIndex((one) => samePatient(one, name)) === at,
    )
    if (patients.length > 1) return setResult({ patients })
    fill(first.values)
    setResult({ filledFrom: first.name })
  }
  return { result, read }
}

/** Returns the fields of a document that the form takes over: those that are empty in the form or have their default. */
export function fieldsToFill(
  { values }: CaseInput,
  defaults: Partial<CaseInput['values']>,
  given: DocumentValues,
): Partial<CaseInput['values']> {
  const names = [
    'patientName',
    'doctor',
    'scanDate',
    'equipmentNumber',
    'softwareVersion',
    'otherRequirements',
    'remark',
  ] as const
  const isOpen = (name: keyof CaseInput['values']) =>
    values[name] === '' || values[name] === null || values[name] === defaults[name]
  const filled = Object.fromEntries(
    names.filter((name) => isOpen(name) && given[name]).map((name) => [name, given[name]]),
  )
  const day = given.deliveryOn
  return values.deliveryOn === null && day !== null && day >= dayFromToday()
    ? { ...filled, deliveryOn: day }
    : filled
}
