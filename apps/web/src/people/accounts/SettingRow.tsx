import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './SettingRow.module.css'

/** A list of settings with name, value and action. */
export const Settings = ({ children }: { children: ReactNode }) => <dl>{children}</dl>

/** A setting. @param props.note text under the value @param props.action control on the right */
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

/** The button of a setting. @param props.of name of the setting, for screen readers */
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
