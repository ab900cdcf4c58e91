import { CloseButton } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import css from './PrescriptionForm.module.css'

/** Something to choose from within a form, where a dialog over the dialog would hide what it is about. */
export function InlinePanel(props: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useTexts('ui')
  const id = useId()
  return (
    <section className={css.prescriptionInline} aria-labelledby={id}>
      <header>
        <h3 id={id} className={css.prescriptionPanelTitle}>
          {props.title}
        </h3>
        <CloseButton aria-label={t('close')} onClick={props.onClose} />
      </header>
      {props.children}
    </section>
  )
}
