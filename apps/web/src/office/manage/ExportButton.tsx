import { ActionIcon } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useTexts } from '../../frame/i18n.tsx'
import { Tip } from '../../ui/Tip.tsx'

/** Saves the list that is shown as CSV. */
export function ExportButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  const t = useTexts('manage')
  return (
    <Tip label={t('export')}>
      {(target) => (
        <ActionIcon
          {...target}
          variant="default"
          size="input-sm"
          aria-label={t('export')}
          loading={isBusy}
          onClick={onPress}
        >
          <IconFileSpreadsheet size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </Tip>
  )
}
