import { Switch } from '@mantine/core'
import { useTexts } from '../../frame/i18n.tsx'
import { useSave } from './use-save.ts'

/** Whether applications for a partnership are approved by themselves (requirement 6.auto-accept); saved at once. */
export function AutoAccept({ isOn }: { isOn: boolean }) {
  const t = useTexts('organizations')
  const { save, isBusy } = useSave('organizations.update')
  const set = (next: boolean) =>
    save({ autoAcceptsPartners: next }, t(next ? 'autoAcceptOn' : 'autoAcceptOff'))
  return (
    <Switch
      label={t('autoAccept')}
      description={t('autoAcceptHelp')}
      checked={isOn}
      disabled={isBusy}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  )
}
