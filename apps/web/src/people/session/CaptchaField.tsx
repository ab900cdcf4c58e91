import { ActionIcon, TextInput } from '@mantine/core'
import { pathOf } from '@pontic/client'
import { limits } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { IconRefresh } from '../../ui/icons.ts'
import css from './CaptchaField.module.css'
import type { Captcha } from './use-captcha.ts'

/**
 * The captcha of a form. The user types the characters of a picture, or a mailed code if they can't see the picture.
 * @param props.email address for the mailed code; undefined if the form has no valid address
 * @param props.onNoEmail called if the user requests the code without an address
 */
export function CaptchaField(props: {
  captcha: Captcha
  email: string | undefined
  onNoEmail: () => void
  error?: string | undefined
  onType?: () => void
}) {
  const t = useTexts('session.captcha')
  const texts = useTexts()
  const { captcha, email } = props
  const isMail = captcha.asked?.kind === 'mail'
  const askMail = () => (email === undefined ? props.onNoEmail() : void captcha.ask('mail', email))
  return (
    <div className={css.captcha}>
      {captcha.trouble && <p role="alert">{captcha.trouble}</p>}
      {captcha.asked && !isMail && <Picture captcha={captcha} codeId={captcha.asked.codeId} />}
      {isMail && (
        <p className="quiet" role="status">
          {t('mailed', { email: email ?? '', minutes: limits.captchaMinutes })}
        </p>
      )}
      <TextInput
        label={texts(isMail ? 'common.label.mailedCode' : 'session.captcha.label')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        inputMode={isMail ? 'numeric' : 'text'}
        value={captcha.code}
        onChange={(event) => {
          captcha.type(event.currentTarget.value)
          props.onType?.()
        }}
        error={captcha.isWrong ? t(isMail ? 'wrongMail' : 'wrong') : props.error}
      />
      <div>
        <button
          type="button"
          className="text-button"
          onClick={isMail ? () => void captcha.ask('graphic') : askMail}
        >
          {t(isMail ? 'toPicture' : 'toMail')}
        </button>
      </div>
    </div>
  )
}

function Picture({ captcha, codeId }: { captcha: Captcha; codeId: string }) {
  const t = useTexts('session.captcha')
  return (
    <div className={css.captchaPicture}>
      <img
        src={pathOf('captcha.picture', { params: { id: codeId } })}
        alt={t('picture')}
        width={216}
        height={72}
      />
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label={t('another')}
        loading={captcha.isBusy}
        onClick={() => void captcha.ask('graphic')}
      >
        <IconRefresh />
      </ActionIcon>
    </div>
  )
}
