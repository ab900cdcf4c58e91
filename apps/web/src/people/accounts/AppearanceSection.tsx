import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { NativeSelect, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core'
import { type Account, interfaceSizeNames, teethNumberings } from '@pontic/contract'
import { useEffect, useState } from 'react'
import { colorSchemes } from '../../frame/appearance.ts'
import { useLanguage, useTexts } from '../../frame/i18n.tsx'
import { saveLanguage } from '../../frame/session.ts'
import { deviceZone, listTimeZones } from '../../frame/time-zone.ts'
import { LanguageMenu } from '../../ui/LanguageMenu.tsx'
import { fetchZoneNames } from './fetch-zone-names.ts'
import { Setting, Settings } from './SettingRow.tsx'
import { useAccountUpdate } from './use-account-update.ts'
import type { NamedZone } from './zone-names.ts'

// The upper right first molar in each numbering.
const firstMolar = { fdi: '16', universal: '3', palmer: '6┘' } as const

/**
 * Settings of language, theme, size, tooth notation and time zone. Theme and language apply to this browser only, but the
 * language is also saved as that of the user's mails.
 */
export function AppearanceSection({ account }: { account: Account }) {
  const t = useTexts('accounts')
  const ui = useTexts('ui')
  const { update, isBusy, preview } = useAccountUpdate()
  const shown = preview(account)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Text className="meta" mt={-8}>
        {t('appearanceText')}
      </Text>
      <Settings>
        <Setting name={ui('language')}>
          <LanguageMenu onChosen={saveLanguage} />
        </Setting>
        <Setting name={ui('theme.title')}>
          <SegmentedControl
            aria-label={ui('theme.title')}
            value={colorScheme}
            onChange={(value) => setColorScheme(value)}
            data={colorSchemes.map((value) => ({ value, label: ui(`theme.${value}`) }))}
          />
        </Setting>
        <Setting name={ui('size.title')}>
          <SegmentedControl
            aria-label={ui('size.title')}
            value={shown.interfaceSize}
            onChange={(interfaceSize) => void update({ interfaceSize })}
            data={interfaceSizeNames.map((value) => ({ value, label: ui(`size.${value}`) }))}
          />
        </Setting>
        <Setting name={t('teeth')} note={t('teethExample', { tooth: firstMolar[shown.teethNumbering] })}>
          <SegmentedControl
            aria-label={t('teeth')}
            value={shown.teethNumbering}
            onChange={(teethNumbering) => void update({ teethNumbering })}
            data={teethNumberings.map((value) => ({ value, label: t(`teethNames.${value}`) }))}
          />
        </Setting>
        <Setting name={t('timeZone')}>
          <ZoneSelect
            zone={shown.timeZone}
            isBusy={isBusy}
            onChange={(timeZone) => void update({ timeZone })}
          />
        </Setting>
      </Settings>
    </>
  )
}

/** Select of the time zone. The first option is the zone of the device, then all zones follow by name. */
function ZoneSelect(props: {
  zone: string | null
  isBusy: boolean
  onChange: (zone: string | null) => void
}) {
  const t = useTexts('accounts')
  const { zone } = props
  const named = useNamedZones()
  const nameOf = (one: string) => named.find((row) => row.zone === one)?.name ?? plainZoneName(one)
  // Adds the current zone if this browser does not know it.
  const zones = zone !== null && !named.some((row) => row.zone === zone) ? [zone] : []
  return (
    <NativeSelect
      aria-label={t('timeZone')}
      value={zone ?? ''}
      disabled={props.isBusy}
      onChange={(event) => props.onChange(event.currentTarget.value || null)}
      data={[
        { value: '', label: t('timeZoneOfDevice', { zone: nameOf(deviceZone) }) },
        ...zones.map((value) => ({ value, label: plainZoneName(value) })),
        ...named.map(({ zone: value, name }) => ({ value, label: name })),
      ]}
    />
  )
}

/** Returns all zones by name in the language of the page; plain names until those of the language are loaded. */
function useNamedZones(): readonly NamedZone[] {
  const { language } = useLanguage()
  const [named, setNamed] = useState<readonly NamedZone[]>(listPlainZones)
  useEffect(() => {
    let isCurrent = true
    fetchZoneNames(language).then(
      (zones) => isCurrent && setNamed(zones),
      // The plain names are enough to choose a zone.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [language])
  return named
}

// Without `zone-names.ts`, which the build replaces by its results.
const plainZoneName = (zone: string) => zone.replaceAll('_', ' ')

const listPlainZones = (): NamedZone[] => listTimeZones().map((zone) => ({ zone, name: plainZoneName(zone) }))
