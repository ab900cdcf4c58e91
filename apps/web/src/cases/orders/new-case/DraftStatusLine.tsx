import { Button, Group, Text } from '@mantine/core'
import { useTexts } from '../../../frame/i18n.tsx'
import { IconCheck, IconCloudOff } from '../../../ui/icons.ts'
import type { DraftSaver } from './draft-saver.ts'
import css from './NewCaseDialog.module.css'

/** The state of the draft beside the steps: saved, or only in this browser tab. */
export function DraftStatusLine({ saver }: { saver: DraftSaver }) {
  const t = useTexts('orders.drafts')
  const { kind } = saver.useStatus()
  const isSaved = kind === 'saved'
  return (
    <span className={css.status} role="status" data-status={kind}>
      {isSaved && <IconCheck size={14} stroke={2} />}
      {kind === 'local' && <IconCloudOff size={14} stroke={2} />}
      {isSaved && t('saved')}
      {kind === 'local' && t('savedHere')}
    </span>
  )
}

/** The question which version to keep after somebody else has saved or deleted the draft. */
export function DraftConflict(props: {
  saver: DraftSaver
  onTheirs: () => void
  onMine: () => void
  onSaveNew: () => void
}) {
  const t = useTexts('orders.drafts')
  const errors = useTexts('errors.draft')
  const { kind } = props.saver.useStatus()
  if (kind !== 'changed' && kind !== 'gone') return null
  return (
    <Group className={css.lostFiles} gap="4px 8px" role="alert">
      <Text flex="1 1 240px" c="inherit">
        {errors(kind === 'gone' ? 'not_found' : 'changed')}
      </Text>
      {kind === 'gone' ? (
        <Button size="xs" variant="default" onClick={props.onSaveNew}>
          {t('saveNew')}
        </Button>
      ) : (
        <>
          <Button size="xs" variant="default" onClick={props.onMine}>
            {t('useMine')}
          </Button>
          <Button size="xs" variant="default" onClick={props.onTheirs}>
            {t('useTheirs')}
          </Button>
        </>
      )}
    </Group>
  )
}
