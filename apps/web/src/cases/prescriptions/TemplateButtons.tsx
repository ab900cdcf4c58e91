import { Button, Group } from '@mantine/core'
import { IconCopy, IconDeviceFloppy, IconTemplate } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { isFixed } from './facts.ts'
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

/**
 * Buttons that apply a template, copy the prescription of an earlier case, or save a template.
 * @param props.onFilled called after a template or a copy has replaced the draft
 */
export function TemplateButtons(props: { draft: PrescriptionDraft; onFilled: () => void }) {
  const { draft, onFilled } = props
  const t = useTexts('prescription.templates')
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const toggle = (one: Opened) => setOpened((before) => (before === one ? undefined : one))
  const fill: PrescriptionDraft['change'] = (prescription) => {
    draft.change(prescription)
    onFilled()
    close()
  }
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
          <SaveTemplatePanel
            prescription={draft.value}
            hasPreferences={isFixed(draft.value)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
