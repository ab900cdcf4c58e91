import { Button, Skeleton } from '@mantine/core'
import type { HeldCase } from '@pontic/contract'
import { IconArrowLeft, IconDownload, IconEraser } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { startDownload } from '../../ui/download.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import { HeldCases } from './HeldCases.tsx'
import { HoldingFacts } from './HoldingFacts.tsx'
import css from './Patients.module.css'

const EraseDialog = lazy(() => import('./EraseDialog.tsx').then((file) => ({ default: file.EraseDialog })))

/** What is held of one patient, and what can be done with it. */
export function PatientPanel({ name, onBack }: { name: string; onBack: () => void }) {
  const t = useTexts('patients.panel')
  const { data, failure, refetch } = useRead('patients.get', { body: { name } }, { isFresh: true })
  return (
    <section className={css.patientPanel} aria-label={name}>
      <Button
        variant="subtle"
        size="xs"
        className={css.patientBack}
        leftSection={<IconArrowLeft size={16} stroke={1.75} />}
        onClick={onBack}
      >
        {t('back')}
      </Button>
      {failure && <ErrorState {...failure} onRetry={refetch} />}
      {!failure && !data && <Skeleton height={200} />}
      {data && <Holdings name={name} cases={data.cases} isCut={data.isCut} onErased={onBack} />}
    </section>
  )
}

type HoldingProps = { name: string; cases: readonly HeldCase[]; isCut: boolean; onErased: () => void }

function Holdings({ name, cases, isCut, onErased }: HoldingProps) {
  const t = useTexts('patients.panel')
  const free = cases.filter((one) => one.erasureId === null)
  const [left, leave] = useState<readonly string[]>([])
  const chosen = free.filter(({ id }) => !left.includes(id))
  const { isOpen, open, dialog } = useEraseDialog({ name, cases: chosen, onErased })
  return (
    <>
      <header className={css.patientHead}>
        <h2 className={css.patientTitle}>{name}</h2>
        <PanelButtons name={name} chosen={chosen} onErase={open} isOpen={isOpen} />
      </header>
      <p className={clsx(css.patientHint, 'quiet')}>{t('choose')}</p>
      <HeldCases
        cases={cases}
        chosen={chosen.map(({ id }) => id)}
        onChoose={(id) => leave(left.includes(id) ? left.filter((one) => one !== id) : [...left, id])}
      />
      {isCut && <p className={clsx(css.patientHint, 'quiet')}>{t('cut')}</p>}
      <HoldingFacts cases={chosen} />
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
  const isNone = props.chosen.length === 0
  const save = async () => {
    const orderIds = props.chosen.map(({ id }) => id)
    const made = await write.send({ body: { name: props.name, orderIds } })
    if (made) startDownload(made.path)
  }
  return (
    <div className={css.patientButtons}>
      <Button
        variant="default"
        disabled={isNone}
        loading={write.isBusy}
        leftSection={<IconDownload size={18} stroke={1.75} />}
        onClick={() => void save()}
      >
        {common('do.export')}
      </Button>
      <Button
        color="red"
        variant="outline"
        disabled={isNone}
        aria-haspopup="dialog"
        aria-expanded={props.isOpen}
        leftSection={<IconEraser size={18} stroke={1.75} />}
        onClick={props.onErase}
      >
        {t('erase')}
      </Button>
    </div>
  )
}

function useEraseDialog(of: { name: string; cases: readonly HeldCase[]; onErased: () => void }): {
  isOpen: boolean
  open: () => void
  dialog: ReactNode
} {
  const [press, setPress] = useState(0)
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const open = () => {
    setPress((last) => last + 1)
    setOpen(true)
  }
  const dialog = (
    <Suspense fallback={null}>
      {press > 0 && <EraseDialog key={press} {...of} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </Suspense>
  )
  return { isOpen, open, dialog }
}
