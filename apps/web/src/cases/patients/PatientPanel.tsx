import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { HeldCase } from '@pontic/contract'
import { useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { startDownload } from '../../ui/download.ts'
import { IconArrowLeft, IconDownload, IconEraser } from '../../ui/icons.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import type { EraseSubject } from './EraseDialog.tsx'
import { PatientCaseList } from './PatientCaseList.tsx'
import css from './Patients.module.css'
import { StoredDataFacts } from './StoredDataFacts.tsx'

const dialogs = {
  erase: dialogOf(() => import('./EraseDialog.tsx').then((file) => file.EraseDialog)),
} as const

/** The stored cases under a patient's name, with buttons to export and erase them. */
export function PatientPanel({ name, onBack }: { name: string; onBack: () => void }) {
  const t = useTexts('patients.panel')
  const read = useRead('patients.get', { body: { name } }, { isFresh: true })
  return (
    <Stack component="section" gap={12} aria-label={name}>
      <Button
        variant="subtle"
        size="xs"
        className={css.patientBack}
        leftSection={<IconArrowLeft size={16} />}
        onClick={onBack}
      >
        {t('back')}
      </Button>
      <Loaded read={read} skeleton={200}>
        {({ cases, isCut }) => <PatientData name={name} cases={cases} isCut={isCut} onErased={onBack} />}
      </Loaded>
    </Stack>
  )
}

type PatientDataProps = { name: string; cases: readonly HeldCase[]; isCut: boolean; onErased: () => void }

function PatientData({ name, cases, isCut, onErased }: PatientDataProps) {
  const t = useTexts('patients.panel')
  const selectable = cases.filter((one) => one.erasureId === null)
  const [skipped, skip] = useState<readonly string[]>([])
  const chosen = selectable.filter(({ id }) => !skipped.includes(id))
  const { press, dialog, isOpen } = useDialogs<EraseSubject, 'erase'>(dialogs)
  const erase = () => press('erase', { name, cases: chosen, onErased })
  return (
    <>
      <Group component="header" justify="space-between" gap="8px 16px">
        <Title order={2} fz="xl" lh={1.5} className={css.patientTitle}>
          {name}
        </Title>
        <PanelButtons name={name} chosen={chosen} onErase={erase} isOpen={isOpen} />
      </Group>
      <Text c="dimmed">{t('choose')}</Text>
      <PatientCaseList
        cases={cases}
        chosen={chosen.map(({ id }) => id)}
        onChoose={(id) => skip(skipped.includes(id) ? skipped.filter((one) => one !== id) : [...skipped, id])}
      />
      {isCut && <Text c="dimmed">{t('cut')}</Text>}
      <StoredDataFacts cases={chosen} />
      {dialog}
    </>
  )
}

function PanelButtons(props: {
  name: string
  chosen: readonly HeldCase[]
  onErase: () => void
  isOpen: boolean
}) {
  const t = useTexts('patients.panel')
  const common = useTexts('common')
  const write = useWrite('patients.createExport', {
    onFailure: ({ key, message, requestId }) => {
      if (key === 'request.unauthenticated') return
      showNotice({ level: 'error', text: t('exportFailed', { reason: message }), requestId })
    },
  })
  const isEmpty = props.chosen.length === 0
  const save = async () => {
    const orderIds = props.chosen.map(({ id }) => id)
    const created = await write.send({ body: { name: props.name, orderIds } })
    if (created) startDownload(created.path)
  }
  return (
    <Group gap={8} className={css.patientButtons}>
      <Button
        variant="default"
        disabled={isEmpty}
        loading={write.isBusy}
        leftSection={<IconDownload />}
        onClick={() => void save()}
      >
        {common('do.export')}
      </Button>
      <Button
        color="red"
        variant="outline"
        disabled={isEmpty}
        aria-haspopup="dialog"
        aria-expanded={props.isOpen}
        leftSection={<IconEraser />}
        onClick={props.onErase}
      >
        {t('erase')}
      </Button>
    </Group>
  )
}
