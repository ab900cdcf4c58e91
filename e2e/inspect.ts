import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { defaultLanguage, type Language, languages, toLanguage } from '@pontic/contract'
import { type MessageKey, type MessageParams, translate } from '@pontic/messages'
import type axe from 'axe-core'
import { findTool } from '../scripts/places.ts'
import { isLong } from './full-run.ts'
import { listTextFaults } from './text-faults.ts'

/** Returns the text of a message key in the language of the page. */
export type Texts = (key: MessageKey, params?: MessageParams) => string

/** Returns the texts of the portal in a language. */
export const textsOf =
  (language: Language): Texts =>
  (key, params) =>
    translate(language, key, params)

const axeSource = readFileSync(findTool('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const phone = { width: 390, height: 844 }
const tablet = { width: 820, height: 1180 }
const desktop = { width: 1440, height: 900 }

/** Soft assertions, which let the test continue after a failure. */
const softly = expect.configure({ soft: true })

type Scheme = 'light' | 'dark'
type Size = { width: number; height: number }

/** A page in a state to inspect, and the name of the state in failure messages. */
export type View = {
  page: Page
  language: Language
  name: string
  /** Size at which the state exists; by default all sizes. */
  only?: 'desktop' | 'phone'
}

/**
 * The languages in which every state of every screen is inspected: those in `PONTIC_E2E_LANGUAGES`, separated by commas; all with
 * `npm run test:long`; otherwise English.
 */
export const inspectedLanguages: readonly Language[] = process.env.PONTIC_E2E_LANGUAGES
  ? process.env.PONTIC_E2E_LANGUAGES.split(',').map(toLanguage)
  : isLong
    ? languages
    : [defaultLanguage]

/**
 * Asserts that axe finds no violation of WCAG 2.0 to 2.2 A and AA (see `axeSizesOf`) and that no text is cut off, overlaps or
 * overflows, on a desktop and on a phone. On a tablet, checks only the texts. Pages in English are light on the desktop and dark on
 * the phone, pages in other languages the reverse. The assertions are soft, so one run reports all failures. `PONTIC_E2E_SHOTS`
 * names a folder for screenshots.
 */
export async function inspect(view: View): Promise<void> {
  const [first, second]: Scheme[] = view.language === defaultLanguage ? ['light', 'dark'] : ['dark', 'light']
  const sizes = axeSizesOf(view)
  if (view.only !== 'phone') await inspectAt(view, desktop, first!, sizes.includes('desktop'))
  if (view.only === undefined) await checkWidths(view, tablet, first!)
  if (view.only !== 'desktop') await inspectAt(view, phone, second!, sizes.includes('phone'))
  await view.page.setViewportSize(desktop)
  await view.page.emulateMedia({ colorScheme: first! })
}

/** The path of a page and the number of its states that were inspected. */
const inspected = new WeakMap<Page, { path: string; count: number }>()

/**
 * Returns the sizes at which axe examines a state: both for the first state of a screen, and for the next ones, such as its dialogs,
 * the phone and the desktop in turns, because axe takes most of the time of an inspection. The full run examines each state in both.
 */
function axeSizesOf({ page, only }: View): readonly NonNullable<View['only']>[] {
  if (only) return [only]
  if (isLong || process.env.PONTIC_E2E_LANGUAGES) return ['desktop', 'phone']
  const path = new URL(page.url()).pathname
  const before = inspected.get(page)
  const count = before?.path === path ? before.count + 1 : 0
  inspected.set(page, { path, count })
  if (count === 0) return ['desktop', 'phone']
  return [count % 2 === 1 ? 'phone' : 'desktop']
}

async function inspectAt(view: View, size: Size, scheme: Scheme, usesAxe: boolean): Promise<void> {
  await checkWidths(view, size, scheme)
  if (!usesAxe) return
  await view.page.evaluate(uncover)
  await view.page.evaluate(placeDialogFeet, 'static')
  await softly.poll(() => runAxe(view.page), soon(view, size, scheme, 'axe')).toEqual([])
  await view.page.evaluate(placeDialogFeet, '')
}

async function checkWidths(view: View, size: Size, scheme: Scheme): Promise<void> {
  const { page } = view
  // Keeps a tooltip from appearing under the pointer, because its half-faded text would fail the contrast rule.
  await page.mouse.move(0, 0)
  await page.emulateMedia({ colorScheme: scheme })
  await page.setViewportSize(size)
  const controls = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await softly.poll(controls, soon(view, size, scheme, 'controls')).toBe(scheme)
  await settle(page)
  await softly.poll(() => listTextFaults(page, view.language), soon(view, size, scheme, 'texts')).toEqual([])
  const folder = process.env.PONTIC_E2E_SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${describe(view, size, scheme).replaceAll(' ', '-')}.png`) })
}

/** Returns polling options for assertions, because the page reacts to width, colour scheme and events asynchronously. */
const soon = (view: View, size: Size, scheme: Scheme, message: string) => ({
  message: `${message}: ${describe(view, size, scheme)}`,
  timeout: 60_000,
})

const describe = ({ name, language }: View, { width }: Size, scheme: Scheme) =>
  `${name} ${language.slice(0, 2)} ${scheme} ${width}`

/** Waits until finite animations have ended, panels are opaque and no rows are pale: half-faded text fails the contrast rule. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isRunning = (animation: Animation) =>
      animation.playState === 'running' &&
      animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
    const panels = [
      ...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox], [role=tooltip]'),
    ]
    return (
      !document.getAnimations().some(isRunning) &&
      // Rows are pale while the next page loads.
      document.querySelector('[data-stale]') === null &&
      panels.every((panel) => ['1', ''].includes(getComputedStyle(panel).opacity))
    )
  })
}

/**
 * Lists the violations that axe finds, each with its rule and elements. If a modal dialog is open, axe examines only the dialog
 * and the popups above it, because the page below is inert.
 */
async function runAxe(page: Page): Promise<string[]> {
  // Loads axe once per document. `undefined` keeps Playwright from serializing axe as the result.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`{ ${axeSource} } undefined`)
  return await page.evaluate(async (wanted) => {
    const hasDialog = document.querySelector('[aria-modal=true]') !== null
    const place = hasDialog ? { include: [...document.querySelectorAll('[data-portal]')] } : document
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(place, {
      runOnly: wanted,
      rules: { 'target-size': { enabled: true } },
      resultTypes: ['violations'],
      // These rules do not need the style sheets, which axe would fetch again.
      preload: false,
      // Axe would compute a selector for each element of the page, which takes a third of its time.
      selectors: false,
      elementRef: true,
    })
    // A popup may partly cover a control of the page. Axe would measure only the visible part and report it as too small.
    const hasPopup = document.querySelector('[data-portal] :is([role=dialog], [role=menu])') !== null
    const isBelowPopup = (element: Element | undefined) =>
      hasPopup && element?.closest('[data-portal]') === null
    const relevant = violations.flatMap(({ id, nodes }) => {
      const failing = id === 'target-size' ? nodes.filter(({ element }) => !isBelowPopup(element)) : nodes
      return failing.length > 0 ? [{ id, nodes: failing }] : []
    })
    return relevant.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`).join(' | ')}`,
    )
  }, tags)
}

/** Scrolls up until the top bar partly covers no control, because axe would report a partly covered control as too small. */
function uncover(): void {
  const edge = document.querySelector('header.top')?.getBoundingClientRect().bottom ?? 0
  for (let tries = 0; tries < 5; tries++) {
    const cut = [...document.querySelectorAll('main :is(a, button, input, select, textarea)')]
      .map((control) => control.getBoundingClientRect())
      .filter(({ top, bottom, height }) => height > 0 && top < edge && bottom > edge)
    if (cut.length === 0 || window.scrollY === 0) return
    window.scrollBy(0, Math.min(...cut.map(({ top }) => top)) - edge - 8)
  }
}

/** Sets the `position` of dialog feet. Axe mistakes a sticky foot for the background of the texts that scroll below it. */
function placeDialogFeet(position: string): void {
  for (const foot of document.querySelectorAll<HTMLElement>('.dialog-foot')) foot.style.position = position
}
