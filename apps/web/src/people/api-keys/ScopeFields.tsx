import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Group } from '@mantine/core'
import type { BusinessType, KeyPermission } from '@pontic/contract'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import css from './ApiKeys.module.css'
import { keyPresets, listPermissionGroups, listPresetPermissions, textKeyOf } from './key-groups.ts'

type Props = {
  businessType: BusinessType
  value: readonly KeyPermission[]
  error: ReactNode
  onChange: (next: KeyPermission[]) => void
}

/** Field for the permissions of a key, with buttons for presets and a checkbox for each permission. */
export function ScopeFields(props: Props) {
  const t = useTexts('apiKeys')
  const common = useTexts('common')
  const errorId = useId()
  const { businessType, value, error, onChange } = props
  const toggle = (permission: KeyPermission) =>
    onChange(value.includes(permission) ? value.filter((one) => one !== permission) : [...value, permission])
  return (
    <fieldset className={css.keyScopes} aria-describedby={error ? errorId : undefined}>
      <legend>{t('create.scopes')}</legend>
      <Presets {...props} />
      {listPermissionGroups(businessType).map(({ group, permissions }) => (
        <fieldset key={group} className={css.keyGroup}>
          <legend className="meta">
            {group === 'around' ? t('group.around') : common(`label.${group}`)}
          </legend>
          {permissions.map((permission) => (
            <Checkbox
              key={permission}
              size="sm"
              label={t(`permission.${textKeyOf(permission)}`)}
              description={permission}
              checked={value.includes(permission)}
              onChange={() => toggle(permission)}
            />
          ))}
        </fieldset>
      ))}
      {error && (
        <p id={errorId} className={css.keyError} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Presets({ businessType, value, onChange }: Props) {
  const t = useTexts('apiKeys.preset')
  const isChosen = (wanted: readonly KeyPermission[]) =>
    wanted.length === value.length && wanted.every((one) => value.includes(one))
  return (
    <Group gap={8}>
      {keyPresets.map((preset) => {
        const wanted = listPresetPermissions(preset, businessType)
        return (
          <Button
            key={preset}
            size="xs"
            variant={isChosen(wanted) ? 'light' : 'default'}
            aria-pressed={isChosen(wanted)}
            onClick={() => onChange(wanted)}
          >
            {t(preset)}
          </Button>
        )
      })}
    </Group>
  )
}
