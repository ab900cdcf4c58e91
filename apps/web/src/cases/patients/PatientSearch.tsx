import { Stack, Text } from '@mantine/core'
import type { FoundPatient } from '@pontic/contract'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchField } from '../../ui/FilterChips.tsx'
import { IconChevronRight } from '../../ui/icons.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import css from './Patients.module.css'

const searchLengthMin = 2

/** Finds patients by name. */
export function PatientSearch({ onChoose }: { onChoose: (name: string) => void }) {
  const t = useTexts('patients.search')
  const screens = useTexts('screens')
  const [words, setWords] = useState('')
  const trimmed = words.trim()
  const isLongEnough = trimmed.length >= searchLengthMin
  const found = useRead(
    'patients.search',
    { body: { words: trimmed } },
    { isEnabled: isLongEnough, isFresh: true },
  )
  return (
    <Stack component="search" gap={12} className={css.patientSearch}>
      <SearchField label={t('label')} value={words} onChange={setWords} />
      {!isLongEnough && <Text c="dimmed">{t('hint')}</Text>}
      {isLongEnough && (
        <Loaded read={found} skeleton={96}>
          {({ list }) =>
            list.length === 0 ? (
              <EmptyState drawing="search" title={t('none')} text={t('noneText')} />
            ) : (
              <ul
                className={css.patientList}
                aria-label={screens('patients')}
                data-stale={found.isStale || undefined}
              >
                {list.map((patient) => (
                  <FoundItem key={patient.name} patient={patient} onChoose={onChoose} />
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
      {isLongEnough && found.data?.hasMore && <Text c="dimmed">{t('more')}</Text>}
    </Stack>
  )
}

function FoundItem({ patient, onChoose }: { patient: FoundPatient; onChoose: (name: string) => void }) {
  const common = useTexts('common')
  const { date } = useFormats()
  const { name, cases, firstAt, lastAt } = patient
  const days = [...new Set([date(firstAt), date(lastAt)])].join(' – ')
  return (
    <li>
      <button type="button" className={css.patientFound} onClick={() => onChoose(name)}>
        <span className={clsx(css.patientName, 'one-line')}>{name}</span>
        <span className="meta figures">{common('count.cases', { count: cases })}</span>
        <span className={clsx(css.patientDays, 'meta figures')}>{days}</span>
        <IconChevronRight />
      </button>
    </li>
  )
}
