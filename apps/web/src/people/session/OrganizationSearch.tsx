import { Button, TextInput } from '@mantine/core'
import { businessTypes, type JoinableOrganization, limits } from '@pontic/contract'
import { clsx } from 'clsx'
import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { CaptchaField } from './CaptchaField.tsx'
import css from './OrganizationSearch.module.css'
import type { Captcha } from './use-captcha.ts'
import { useGuardedSend } from './use-guarded-send.ts'

type Props = {
  isLab: boolean
  chosen: JoinableOrganization | undefined
  onChoose: (organization: JoinableOrganization | undefined) => void
  error: ReactNode
  captcha: Captcha
}

/** Finds the clinic or laboratory that a member wants to join (requirement 2.register.search). */
export function OrganizationSearch(props: Props) {
  const { isLab, chosen, onChoose, captcha } = props
  const t = useTexts('session.joining')
  const [words, type] = useState('')
  const [found, setFound] = useState<readonly JoinableOrganization[]>()
  const [isShort, setShort] = useState(false)
  const { send, isBusy } = useGuardedSend('organizations.listByName', { captcha })
  const search = async () => {
    setShort(words.trim().length < limits.registrationSearchLengthMin)
    if (words.trim().length < limits.registrationSearchLengthMin) return
    const businessType = isLab ? businessTypes.lab : businessTypes.clinic
    const reply = await send({ name: words, businessType })
    if (!reply) return
    setFound(reply.list)
    onChoose(reply.list.find((one) => one.organizationId === chosen?.organizationId))
  }
  return (
    <div className={css.joinSearch}>
      <SearchLine
        label={t(isLab ? 'searchLab' : 'searchClinic')}
        words={words}
        type={type}
        isBusy={isBusy}
        isShort={isShort}
        error={props.error}
        onSearch={() => void search()}
      />
      {captcha.isAsked && <CaptchaField captcha={captcha} email={undefined} onNoEmail={() => undefined} />}
      <Found found={found} chosen={chosen} onChoose={onChoose} />
    </div>
  )
}

function SearchLine(props: {
  label: string
  words: string
  type: (words: string) => void
  isBusy: boolean
  isShort: boolean
  error: ReactNode
  onSearch: () => void
}) {
  const common = useTexts('common')
  const fields = useTexts('fields')
  return (
    <div className={css.joinLine}>
      <TextInput
        label={props.label}
        withAsterisk
        aria-required
        name="organizationId"
        autoComplete="off"
        value={props.words}
        error={props.isShort ? fields('two_characters') : props.error}
        onChange={(event) => props.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter searches instead of submitting the form.
          if (event.key !== 'Enter') return
          event.preventDefault()
          props.onSearch()
        }}
      />
      <Button variant="default" leftSection={<IconSearch />} loading={props.isBusy} onClick={props.onSearch}>
        {common('do.search')}
      </Button>
    </div>
  )
}

/** The found organizations as radio buttons. Screen readers announce them. */
function Found(props: {
  found: readonly JoinableOrganization[] | undefined
  chosen: JoinableOrganization | undefined
  onChoose: (organization: JoinableOrganization) => void
}) {
  const t = useTexts('session.joining')
  const common = useTexts('common')
  const name = useId()
  const { found, chosen } = props
  return (
    <div aria-live="polite">
      {found?.length === 0 && <p className={clsx(css.joinNone, 'quiet')}>{t('none')}</p>}
      {found && found.length > 0 && (
        <fieldset className={css.joinFound}>
          <legend>{common('count.organizationsFound', { count: found.length })}</legend>
          <div className={css.joinList}>
            {found.map((one) => (
              <label key={one.organizationId} className={css.joinChoice}>
                <input
                  type="radio"
                  name={name}
                  checked={one.organizationId === chosen?.organizationId}
                  onChange={() => props.onChoose(one)}
                />
                <span>{one.name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}
