import { Box, Group } from '@mantine/core'
import { useTexts } from '../../../frame/i18n.tsx'
import { hasPermission } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'
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
  ['orders.keys.ship', ['s'], 'order.ship'],
  ['common.do.search', ['/']],
  ['orders.newCase', ['n'], 'order.create'],
  ['orders.keys.board', ['←', '→'], 'order.accept'],
  ['orders.keys.moveCard', ['Shift+←', 'Shift+→'], 'order.accept'],
  ['orders.keys.help', ['?']],
] as const

/** Lists the keyboard shortcuts of the case list that the user can use. The third value of a line is the permission that it needs. */
export function KeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts()
  const session = useSession()
  useRestoredFocus(isOpen)
  return (
    <InfoDialog isOpen={isOpen} onClose={onClose} title={t('orders.keys.title')}>
      <Box component="dl" m={0}>
        {lines
          .filter(([, , permission]) => permission === undefined || hasPermission(session, permission))
          .map(([name, keys]) => (
            <Group key={name} justify="space-between" gap={16} wrap="nowrap" py={6}>
              <dt>{t(name)}</dt>
              <Group component="dd" gap={4} m={0} wrap="nowrap">
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
