import { Button, Group } from '@mantine/core'
import { orderTypes } from '@pontic/contract'
import { IconCopy, IconDeviceFloppy, IconTemplate } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import type { PrescriptionDraft } from './use-prescription-draft.ts'

const TemplateList = lazy(() => import('./TemplateList.tsx').then((file) => ({ default: file.TemplateList })))
const CopyList = lazy(() => import('./CopyList.tsx').then((file) => ({ default: file.CopyList })))
const SaveTemplatePanel = lazy(() =>
  import('./SaveTemplatePanel.tsx').then((file) => ({ default: file.SaveTemplatePanel })),
)

const buttons = [
  { opens: 'use', label: 'apply', Icon: IconTemplate, variant: 'default' },
  { opens: 'copy', label: 'copy', Icon: IconCopy, variant: 'default' },
  { opens: 'keep', label: 'keep', Icon: IconDeviceFloppy, variant: 'subtle' },
] as const
type Opened = (typeof buttons)[number]['opens']

/** Buttons that apply a template, copy an earlier case, or save a template. */
export function TemplateButtons({ draft, onFilled }: { draft: PrescriptionDraft; onFilled: () => void }) {
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
      <Group gap={8}>
        {buttons.map(({ opens, label, Icon, variant }) => (
          <Button
            key={opens}
            variant={variant}
            size="xs"
            leftSection={<Icon size={16} stroke={1.75} />}
            aria-expanded={opened === opens}
            onClick={() => toggle(opens)}
          >
            {t(label)}
          </Button>
        ))}
      </Group>
      <Suspense fallback={null}>
        {opened === 'use' && <TemplateList type={draft.value.type} onUse={fill} onClose={close} />}
        {opened === 'copy' && <CopyList type={draft.value.type} onUse={fill} onClose={close} />}
        {opened === 'keep' && (
          <SaveTemplatePanel prescription={draft.value} hasPreferences={hasPreferences} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
