import { Button } from '@mantine/core'
import { orderTypes } from '@pontic/contract'
import { IconCopy, IconDeviceFloppy, IconTemplate } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../i18n.tsx'
import type { PrescriptionDraft } from './use-prescription-draft.ts'

const TemplateList = lazy(() => import('./TemplateList.tsx').then((file) => ({ default: file.TemplateList })))
const CopyList = lazy(() => import('./CopyList.tsx').then((file) => ({ default: file.CopyList })))
const KeepFields = lazy(() => import('./KeepFields.tsx').then((file) => ({ default: file.KeepFields })))

type Opened = 'use' | 'copy' | 'keep'

/** What can be filled in at once, and kept for the next case. */
export function TemplateBar({ draft, onFilled }: { draft: PrescriptionDraft; onFilled: () => void }) {
  const t = useTexts('prescription.templates')
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const toggle = (one: Opened) => setOpened((before) => (before === one ? undefined : one))
  const fill: PrescriptionDraft['change'] = (prescription) => {
    draft.change(prescription)
    onFilled()
    close()
  }
  const hasPreferences =
    draft.value.type === orderTypes.restoration || draft.value.type === orderTypes.implant
  return (
    <>
      <div className="prescription-bar">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTemplate size={16} stroke={1.75} />}
          aria-expanded={opened === 'use'}
          onClick={() => toggle('use')}
        >
          {t('apply')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={16} stroke={1.75} />}
          aria-expanded={opened === 'copy'}
          onClick={() => toggle('copy')}
        >
          {t('copy')}
        </Button>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconDeviceFloppy size={16} stroke={1.75} />}
          aria-expanded={opened === 'keep'}
          onClick={() => toggle('keep')}
        >
          {t('keep')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {opened === 'use' && <TemplateList type={draft.value.type} onUse={fill} onClose={close} />}
        {opened === 'copy' && <CopyList type={draft.value.type} onUse={fill} onClose={close} />}
        {opened === 'keep' && (
          <KeepFields prescription={draft.value} hasPreferences={hasPreferences} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
