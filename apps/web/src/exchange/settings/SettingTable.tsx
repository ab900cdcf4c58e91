import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import type { FilterRow } from '../../ui/list.ts'
import { Lines, lines } from '../../ui/list-cells.tsx'
import { picked } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import type { Setting, Way } from './setting.ts'
import css from './Transfers.module.css'

/** A setting's name, and where it leads. */
export const NameCell = lines<Setting>(
  ({ name }) => name,
  ({ address, bucket, folder }) => [address, bucket, folder].filter((part) => part).join(' / '),
)

/** How a setting connects, and a line of its own below. */
export function KindCell({ setting, below }: { setting: Setting; below: string }) {
  const t = useTexts('transfers.kind')
  return <Lines top={<span>{t(setting.kind)}</span>} below={below} />
}

/** The state of a setting or of what went through it, by word and colour. */
export function StateText({ state, text }: { state: string; text: string }) {
  return (
    <span className={css.transferState} data-state={state}>
      {text}
    </span>
  )
}

/** Shows deleted settings in place of the others. */
export const deletedFilter: FilterRow<boolean> = {
  ...picked('shows', 'common.state.deleted', () => {
    const t = useTexts('transfers')
    return [{ value: 'deleted', label: t('showsDeleted') }]
  }),
  schema: z.enum(['deleted']),
  toValue: () => true,
}

type MenuAction<W extends Way> = W extends 'push'
  ? 'edit' | 'users' | 'test' | 'log' | 'delete'
  : 'edit' | 'run' | 'log' | 'runs' | 'delete'

/** The menu of a setting: what can be done while it is there, else bringing it back. */
export function useSettingMenu<Row extends Setting, Action extends MenuAction<Way>>(
  way: Way,
  actions: readonly Action[],
  setting: Row,
  press: (action: Action | 'restore', setting: Row) => void,
): MenuEntry[] {
  const t = useTexts(`transfers.${way}`)
  const common = useTexts('common')
  const names = setting.deletedAt === null ? actions : (['restore'] as const)
  return names.map((action) => ({
    key: action,
    label: isShared(action) ? common(`do.${action}`) : t(`do.${action}` as 'do.log'),
    isDangerous: action === 'delete',
    onSelect: () => press(action, setting),
  }))
}

const shared = ['edit', 'delete', 'restore'] as const
const isShared = (action: string): action is (typeof shared)[number] => shared.some((one) => one === action)
