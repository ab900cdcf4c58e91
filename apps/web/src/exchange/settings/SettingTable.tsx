import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import type { Setting, Way } from './setting.ts'

/** A setting's name, and where it leads. */
export function NameCell({ setting }: { setting: Setting }) {
  const { name, address, bucket, folder } = setting
  const place = [address, bucket, folder].filter((part) => part).join(' / ')
  return (
    <span className="transfer-lines">
      <span className="one-line" title={name}>
        {name}
      </span>
      <span className="meta one-line" title={place}>
        {place}
      </span>
    </span>
  )
}

/** How a setting connects, and a line of its own below. */
export function KindCell({ setting, below }: { setting: Setting; below: string }) {
  const t = useTexts('transfers.kind')
  return (
    <span className="transfer-lines">
      <span>{t(setting.kind)}</span>
      <span className="meta">{below}</span>
    </span>
  )
}

/** How a setting stands, by word and colour. */
export function StateText({ state, text }: { state: string; text: string }) {
  return (
    <span className="transfer-state" data-state={state}>
      {text}
    </span>
  )
}

/** The menu of a setting: what can be done while it is there, else bringing it back. */
export function SettingMenu<Row extends Setting, Action extends MenuAction<Way>>(props: {
  way: Way
  setting: Row
  actions: readonly Action[]
  onPress: (action: Action | 'restore', setting: Row) => void
}) {
  const { setting, onPress } = props
  const t = useTexts(`transfers.${props.way}`)
  const common = useTexts('common')
  const names = setting.deletedAt === null ? props.actions : (['restore'] as const)
  const actions = names.map((action) => ({
    key: action,
    label: isShared(action) ? common(`do.${action}`) : t(`do.${action}` as 'do.log'),
    isDangerous: action === 'delete',
    onSelect: () => onPress(action, setting),
  }))
  return <RowMenu label={common('label.actionsFor', { name: setting.name })} actions={actions} />
}

const shared = ['edit', 'delete', 'restore'] as const
const isShared = (action: string): action is (typeof shared)[number] => shared.some((one) => one === action)

type MenuAction<W extends Way> = W extends 'push'
  ? 'edit' | 'users' | 'test' | 'log' | 'delete'
  : 'edit' | 'run' | 'log' | 'runs' | 'delete'

/** A setting on a phone: two lines and its menu. */
export function PhoneSetting(props: {
  setting: Setting
  state: ReactNode
  whose: ReactNode
  menu: ReactNode
}) {
  const t = useTexts('transfers.kind')
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line transfer-name">{props.setting.name}</span>
          {props.state}
        </div>
        <div className="phone-line meta">
          <span className="one-line">{props.whose}</span>
          <span>{t(props.setting.kind)}</span>
        </div>
      </div>
      {props.menu}
    </>
  )
}
