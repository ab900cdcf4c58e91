import type { Page } from '@playwright/test'

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
