import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './SettingRow.module.css'

/** Settings one under the other: name, value, and the way to change it. */
export function Settings({ children }: { children: ReactNode }) {
  return <dl className={css.settings}>{children}</dl>
}

/**
 * One setting.
 * @param props.note under the value, quiet
 * @param props.action at the right
 */
export function Setting(props: { name: string; note?: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.setting}>
      <dt>{props.name}</dt>
      <dd>
        <div>{props.children}</div>
        {props.note && <div className="meta">{props.note}</div>}
      </dd>
      {props.action && <dd className={css.settingAction}>{props.action}</dd>}
    </div>
  )
}

/** A button beside a setting. @param props.of the setting's name: a screen reader hears what is changed */
export function SettingButton(props: {
  label: string
  of: string
  isBusy?: boolean
  isDangerous?: boolean
  onPress: () => void
}) {
  return (
    <Button
      variant="default"
      aria-label={`${props.label}: ${props.of}`}
      loading={props.isBusy ?? false}
      onClick={props.onPress}
      {...(props.isDangerous ? { className: css.settingDanger } : {})}
    >
      {props.label}
    </Button>
  )
}
