import { Box, Group } from '@mantine/core'
import { useTexts } from '../../../frame/i18n.tsx'
import { InfoDialog } from '../../../ui/Dialog.tsx'
import { useRestoredFocus } from '../../../ui/use-opener.ts'
import css from './ListBar.module.css'

const lines = [
  ['orders.keys.move', ['j', 'k']],
  ['orders.keys.arrows', ['↓', '↑']],
  ['common.do.openCase', ['Enter']],
  ['orders.keys.select', ['x']],
  ['orders.keys.next', ['a']],
  ['order.action.download', ['d']],
  ['ticket.open', ['p']],
  ['ui.table.selectAll', ['Shift+X']],
  ['orders.keys.ship', ['s']],
  ['common.do.search', ['/']],
  ['orders.keys.create', ['n']],
  ['orders.keys.board', ['←', '→']],
  ['orders.keys.moveCard', ['Shift+←', 'Shift+→']],
  ['orders.keys.help', ['?']],
] as const

/** Lists the keyboard shortcuts of the case list. */
export function KeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts()
  useRestoredFocus(isOpen)
  return (
    <InfoDialog isOpen={isOpen} onClose={onClose} title={t('orders.keys.title')}>
      <Box component="dl" m={0}>
        {lines.map(([name, keys]) => (
          <Group key={name} justify="space-between" gap={16} align="stretch" wrap="nowrap" py={6}>
            <dt>{t(name)}</dt>
            <Group component="dd" gap={4} m={0} align="stretch" wrap="nowrap">
              {keys.map((key) => (
                <kbd key={key} className={css.key}>
                  {key}
                </kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Box>
    </InfoDialog>
  )
}
