import { useEffect, useRef } from 'react'
import { useTexts } from '../i18n.tsx'
import './StepBar.css'

/** The steps of registering a case, in their order. */
export const caseSteps = ['case', 'prescription'] as const
export type CaseStep = (typeof caseSteps)[number]

/** Where one is among the steps; each can be gone to. */
export function StepBar(props: { step: CaseStep; onStep: (step: CaseStep) => void }) {
  const t = useTexts('prescription')
  const bar = useRef<HTMLElement>(null)
  const { step: now } = props
  useEffect(() => {
    // Each step begins at its top, wherever the other one was left.
    if (now) bar.current?.closest('.dialog')?.scrollTo({ top: 0 })
  }, [now])
  const names = { case: t('stepCase'), prescription: t('title') }
  return (
    <nav ref={bar} aria-label={t('steps')}>
      <ol className="step-bar">
        {caseSteps.map((step, at) => (
          <li key={step}>
            <button
              type="button"
              aria-current={step === props.step ? 'step' : undefined}
              onClick={() => step !== props.step && props.onStep(step)}
            >
              <span className="step-number figures">{at + 1}</span>
              {names[step]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
