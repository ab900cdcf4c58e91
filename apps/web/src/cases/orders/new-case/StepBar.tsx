import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import css from './StepBar.module.css'

/** The steps of registering a case, in their order. */
export const caseSteps = ['case', 'prescription'] as const
export type CaseStep = (typeof caseSteps)[number]

/** Where one is among the steps; each can be gone to. */
export function StepBar(props: { step: CaseStep; onStep: (step: CaseStep) => void }) {
  const t = useTexts('prescription')
  const bar = useRef<HTMLElement>(null)
  const { step: now } = props
  const shown = useRef(now)
  useEffect(() => {
    if (shown.current === now) return
    shown.current = now
    if (bar.current) beginStep(bar.current)
  }, [now])
  const names = { case: t('stepCase'), prescription: t('title') }
  return (
    <nav ref={bar} aria-label={t('steps')}>
      <ol className={css.stepBar}>
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
      </ol>
    </nav>
  )
}

// Each step begins at its top, wherever the other one was left. The focus leaves the button that led here: pressed again
// by Enter it would already send the case.
function beginStep(bar: HTMLElement): void {
  const dialog = bar.closest('.dialog')
  dialog?.scrollTo({ top: 0 })
  const wrong = [...(dialog?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])]
  const first = wrong.find((field) => field.offsetParent !== null)
  const target = first ?? bar.querySelector<HTMLElement>('[aria-current="step"]')
  target?.focus()
}
