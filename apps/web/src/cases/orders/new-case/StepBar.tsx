import { Group } from '@mantine/core'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import listCss from '../../lists.module.css'
import css from './NewCaseDialog.module.css'

/** The steps of the dialog for a new case. */
export const caseSteps = ['case', 'prescription'] as const
export type CaseStep = (typeof caseSteps)[number]

/** Shows the steps of a new case as buttons, the current one highlighted. */
export function StepBar(props: { step: CaseStep; onStep: (step: CaseStep) => void }) {
  const t = useTexts('prescription')
  const bar = useRef<HTMLElement>(null)
  const shown = useRef(props.step)
  useEffect(() => {
    if (shown.current === props.step) return
    shown.current = props.step
    if (bar.current) focusStep(bar.current)
  }, [props.step])
  const names = { case: t('stepCase'), prescription: t('title') }
  return (
    <nav ref={bar} aria-label={t('steps')}>
      <Group component="ol" className={clsx(css.steps, listCss.plain)} gap={8}>
        {caseSteps.map((step, at) => (
          <li key={step}>
            <button
              type="button"
              aria-current={step === props.step ? 'step' : undefined}
              data-autofocus={(at > 0 && step === props.step) || undefined}
              onClick={() => step !== props.step && props.onStep(step)}
            >
              <span className={clsx(css.stepNumber, 'figures')}>{at + 1}</span>
              {names[step]}
            </button>
          </li>
        ))}
      </Group>
    </nav>
  )
}

// Scrolls to the top, and moves the focus to the first invalid field or to the current step. If the focus stayed on the submit
// button, a second Enter would send the case.
function focusStep(bar: HTMLElement): void {
  const dialog = bar.closest('.dialog')
  dialog?.scrollTo({ top: 0 })
  const wrong = [...(dialog?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])]
  const first = wrong.find((field) => field.offsetParent !== null)
  const target = first ?? bar.querySelector<HTMLElement>('[aria-current="step"]')
  target?.focus()
}
