import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { queries } from '../../frame/cache.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { portal } from '../../frame/session.ts'
import { subscribeBrowser, supportsPush, unsubscribeBrowser } from './push-browser.ts'
import { Setting } from './SettingRow.tsx'

/** Switch for browser notifications. They are shown until the sign-out, even while no page of the portal is open. */
export function PushSetting() {
  const t = useTexts('accounts')
  const { isOn, isBusy, isBlocked, change } = usePush()
  const isPossible = supportsPush()
  const note = isPossible ? isBlocked && t('byPushBlocked') : t('byPushImpossible')
  return (
    <Setting
      name={t('byPush')}
      note={note}
      action={
        <Switch
          aria-label={t('byPushLabel')}
          checked={isOn}
          readOnly={isBusy}
          disabled={!isPossible || (isBlocked && !isOn)}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
      }
    >
      {t('byPushText')}
    </Setting>
  )
}

const ownPush = ['push', 'push.get', {}] as const

function usePush() {
  const t = useTexts('accounts')
  const { data } = useRead('push.get', {})
  const subscribe = useWrite('push.subscribe')
  const unsubscribe = useWrite('push.unsubscribe')
  const [wanted, setWanted] = useState<boolean>()
  const [isBlocked, setBlocked] = useState(() => supportsPush() && Notification.permission === 'denied')
  const turnOn = async () => {
    const permission = await Notification.requestPermission()
    setBlocked(permission === 'denied')
    if (permission !== 'granted') return undefined
    // The switch may be pressed before the public key is loaded.
    const { publicKey } = data ?? (await portal.call('push.get', {}))
    return await subscribe.send({ body: await subscribeBrowser(publicKey) })
  }
  const turnOff = async () => {
    // The server unsubscribes first, so that notifications stop even if the browser fails.
    const done = await unsubscribe.send({})
    await unsubscribeBrowser()
    return done
  }
  const change = async (isWanted: boolean) => {
    setWanted(isWanted)
    try {
      const done = await (isWanted ? turnOn() : turnOff())
      // Without this, the switch would jump back until `push.get` is fetched again.
      if (done && data) queries.setQueryData(ownPush, { ...data, isOn: isWanted })
    } catch (error) {
      console.error(error)
      showNotice({ level: 'error', text: t('byPushFailed') })
    }
    setWanted(undefined)
  }
  return { isOn: wanted ?? data?.isOn ?? false, isBusy: wanted !== undefined, isBlocked, change }
}
