import { NativeSelect, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core'
import { type Account, interfaceSizeNames, teethNumberings } from '@pontic/contract'
import { useMemo } from 'react'
import { colorSchemes } from '../../frame/appearance.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { saveLanguage } from '../../frame/session.ts'
import { deviceZone, listTimeZones } from '../../frame/time-zone.ts'
import { LanguageMenu } from '../../ui/LanguageMenu.tsx'
import { Setting, Settings } from './SettingRow.tsx'
import { useAccountUpdate } from './use-account-update.ts'

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

const regionOf = (zone: string) => zone.split('/')[0] ?? zone
const placeOf = (zone: string) => zone.split('/').slice(1).join(' · ').replaceAll('_', ' ') || zone

/** Select of the time zone. The first option is the zone of the device, then all zones follow by region. */
function ZoneSelect(props: {
  zone: string | null
  isBusy: boolean
  onChange: (zone: string | null) => void
}) {
  const t = useTexts('accounts')
  const { zone } = props
  const regions = useMemo(() => {
    // Adds the current zone if this browser does not know it.
    const zones = listTimeZones()
    return Map.groupBy(zone !== null && !zones.includes(zone) ? [...zones, zone] : zones, regionOf)
  }, [zone])
  return (
    <NativeSelect
      aria-label={t('timeZone')}
      value={zone ?? ''}
      disabled={props.isBusy}
      onChange={(event) => props.onChange(event.currentTarget.value || null)}
      data={[
        { value: '', label: t('timeZoneOfDevice', { zone: deviceZone.replaceAll('_', ' ') }) },
        ...[...regions].map(([group, zones]) => ({
          group,
          items: zones.map((value) => ({ value, label: placeOf(value) })),
        })),
      ]}
    />
  )
}
