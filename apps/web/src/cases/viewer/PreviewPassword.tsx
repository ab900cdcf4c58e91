import { Button, TextInput } from '@mantine/core'
import { CallError } from '@pontic/client'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useFailureText } from '../../frame/failures.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { drawings } from '../../ui/drawings.tsx'
import { RequiredText } from '../../ui/form-fields.ts'
import css from './PreviewPassword.module.css'
import { unlockPreview } from './preview-link.ts'

const PasswordForm = z.strictObject({ password: RequiredText })

/** Asks for the password of a preview link. @param props.onPass receives the pass, or '' if the link is no longer valid */
export function PreviewPassword({ token, onPass }: { token: string; onPass: (pass: string) => void }) {
  const t = useTexts('viewer.preview')
  const common = useTexts('common')
  const textOf = useFailureText()
  const [isBusy, setBusy] = useState(false)
  const form = useContractForm({ schema: PasswordForm, initial: { password: '' } })
  const unlock = form.submit(async ({ password }) => {
    setBusy(true)
    try {
      onPass(await unlockPreview(token, password))
    } catch (error) {
      form.showFields({ password: textOf(error).message })
      // The page then opens the link again, and shows that it is no longer valid.
      if (error instanceof CallError && error.key === 'preview.link_invalid') onPass('')
    } finally {
      setBusy(false)
    }
  })
  return (
    <div className={css.previewPassword}>
      {drawings.search}
      <form onSubmit={unlock} noValidate>
        <h2>{t('passwordTitle')}</h2>
        <p className="quiet">{t('passwordText')}</p>
        <TextInput
          type="password"
          label={common('label.password')}
          autoComplete="off"
          autoCapitalize="none"
          autoFocus
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={isBusy}>
          {t('open')}
        </Button>
      </form>
    </div>
  )
}
