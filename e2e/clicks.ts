import { expect, type Page } from '@playwright/test'
import { isLong } from './full-run.ts'

/** Inputs of a user since counting started: presses of a mouse, finger or pen, and keys that neither type text nor repeat. */
export type Inputs = { presses: number; keys: number }

/**
 * Counts the inputs of the user on all documents of the page, from now on.
 *
 * Only events of the browser count, not those that scripts dispatch. A key counts if it does something else than typing: Tab, Enter,
 * Escape, arrows, and shortcuts with Ctrl or Alt. Space counts as a key if the focus is not in a text field.
 *
 * @returns a function that returns the inputs so far, and one that sets them to zero
 */
export async function countInputs(page: Page): Promise<{ read: () => Inputs; reset: () => void }> {
  const inputs: Inputs = { presses: 0, keys: 0 }
  await page.exposeFunction('countedInput', (kind: keyof Inputs) => {
    inputs[kind] += 1
  })
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return {
    read: () => ({ ...inputs }),
    reset: () => Object.assign(inputs, { presses: 0, keys: 0 }),
  }
}

type JobWidth = 1440 | 820 | 390
type JobLanguage = 'en_US' | 'zh_CN'

/** Width of the window in px, and language, in which a job of a user is counted. */
export type JobView = { readonly width: JobWidth; readonly language: JobLanguage }

const view = (width: JobWidth, language: JobLanguage): JobView => ({ width, language })

/**
 * Views in which each job of a user is counted: those of a desktop, a tablet and a phone, in both languages. The full run counts in
 * all of them. `npm test` counts once in each width and language: the layout depends on the width, and a language changes only texts.
 */
export const jobViews: readonly JobView[] = [
  view(1440, 'en_US'),
  view(820, 'zh_CN'),
  view(390, 'en_US'),
  ...(isLong ? [view(1440, 'zh_CN'), view(820, 'en_US'), view(390, 'zh_CN')] : []),
]

/**
 * Does a job of a user in one way, and asserts how many inputs it takes.
 * @param job.most number of presses by mouse, or of keys by keyboard; the other kind of input may not occur
 */
export async function countJob(
  inputs: { read: () => Inputs; reset: () => void },
  job: { way: 'mouse' | 'keyboard'; most: number; steps: () => Promise<void> },
): Promise<void> {
  const { way, most, steps } = job
  inputs.reset()
  await steps()
  const { presses, keys } = inputs.read()
  const [used, others] = way === 'mouse' ? [presses, keys] : [keys, presses]
  expect({ way, used, isWithin: used <= most, others }).toEqual({ way, used, isWithin: true, others: 0 })
}

/** Runs in the page. */
function listen() {
  const count = (kind: keyof Inputs) =>
    void (window as unknown as { countedInput: (kind: keyof Inputs) => Promise<void> }).countedInput(kind)
  const isTyping = (target: EventTarget | null) =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'file'].includes(target.type))
  addEventListener('pointerdown', (event) => event.isTrusted && count('presses'), true)
  addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted || event.repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      const typesText = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey
      if (!typesText || !isTyping(event.target)) count('keys')
    },
    true,
  )
}
