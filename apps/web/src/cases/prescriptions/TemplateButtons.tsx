import { Button, Group } from '@mantine/core'
import type { CasePrescriptions, Prescription } from '@pontic/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconCopy, IconDeviceFloppy, IconTemplate } from '../../ui/icons.ts'
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
 * @param props.value the prescription that is being edited
 * @param props.onFilled called after a template or a copy has replaced the draft
 * @param props.after a button at the end of the row
 */
export function TemplateButtons(props: {
  draft: PrescriptionDraft
  value: Prescription
  onFilled: () => void
  after: ReactNode
}) {
  const { draft, value, onFilled } = props
  const t = useTexts('prescription.templates')
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const toggle = (one: Opened) => setOpened((before) => (before === one ? undefined : one))
  // Templates and copies of the case's type contain all types. Those of a further type contain only that one.
  const isFirst = value.type === draft.value.type
  const fill = (given: CasePrescriptions) => {
    draft.fill(isFirst ? given : { ...given, morePrescriptions: [] })
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
            leftSection={<Icon size={16} />}
            aria-expanded={opened === opens}
            onClick={() => toggle(opens)}
          >
            {t(label)}
          </Button>
        ))}
        {props.after}
      </Group>
      <Suspense fallback={null}>
        {opened === 'use' && <TemplateList type={value.type} onUse={fill} onClose={close} />}
        {opened === 'copy' && <CopyList type={value.type} onUse={fill} onClose={close} />}
        {opened === 'keep' && (
          <SaveTemplatePanel
            prescription={value}
            morePrescriptions={isFirst ? draft.more : []}
            hasPreferences={isFixed(value)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
