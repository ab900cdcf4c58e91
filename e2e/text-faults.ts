import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Language } from '@pontic/contract'
import { listTexts, type TextTree } from '../scripts/text-checks.ts'

/** What `findTextFaults` needs to know about the texts of the product. */
export type KnownTexts = {
  /** Texts of the product without placeholders. Names that people typed may be truncated, these texts may not. */
  readonly texts: readonly string[]
  /** A letter that only texts of the product contain, if there is one. */
  readonly mark?: string
  /** Selector of texts that may be truncated where a pointer can show their title, which is the whole text. */
  readonly shortened?: string
}

const printed = new Map<Language, string>()

/** Returns the texts of the product in a language as JSON. */
function printTexts(language: Language): string {
  const file = new URL(`../packages/messages/src/${language}.json`, import.meta.url)
  const texts = listTexts(JSON.parse(readFileSync(file, 'utf8')) as TextTree).map(([, text]) => text)
  const known: KnownTexts = { texts: texts.filter((text) => !text.includes('{')) }
  return JSON.stringify(known)
}

/** Lists the faults of the texts on a page in a language, see `findTextFaults`. Sends the texts of the language once per document. */
export async function listTextFaults(page: Page, language: Language): Promise<string[]> {
  const sent = await page.evaluate(() => (window as unknown as { textsOf?: string }).textsOf)
  if (sent !== language) {
    const text = printed.get(language) ?? printTexts(language)
    printed.set(language, text)
    await page.evaluate(
      ([textsOf, json]) => void Object.assign(window, { textsOf, knownTexts: JSON.parse(json) }),
      [language, text] as const,
    )
  }
  return await page.evaluate(findTextFaults, undefined)
}

/**
 * Lists the faults of the texts on a page: a text or element that reaches beyond the window or its block, a text of the product
 * that is cut off, two texts that overlap, a label with more than two lines, a short word that is broken over two lines, a table
 * that is wider than its place in a window that is not a phone. Runs in the page, so it uses nothing from outside.
 * @param given undefined for those that `listTextFaults` has sent
 */
export function findTextFaults(given: KnownTexts | undefined): string[] {
  const known = given ?? (window as unknown as { knownTexts: KnownTexts }).knownTexts
  const faults = new Set<string>()
  const width = document.documentElement.clientWidth
  const ofProduct = new Set(known.texts)
  const isOfProduct = (text: string) =>
    ofProduct.has(text.trim()) || (known.mark !== undefined && text.includes(known.mark))
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').trim().slice(0, 40)}”`
  const isInline = (element: Element) => ['inline', 'contents'].includes(getComputedStyle(element).display)
  const blockOf = (element: Element): Element =>
    isInline(element) && element.parentElement ? blockOf(element.parentElement) : element

  const mayBeShort = (element: Element) =>
    width > 768 &&
    known.shortened !== undefined &&
    element.matches(known.shortened) &&
    element.getAttribute('title') === element.textContent

  /** Returns the part of a rectangle that the scrolling and clipping ancestors show, and reports a text that they cut off. */
  const clip = (text: Text, parent: Element, rect: DOMRect) => {
    let { left, right, top, bottom } = rect
    let canScroll = false
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.position === 'fixed') break
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      const edge = box.getBoundingClientRect()
      const isCutAcross = right > edge.right + 1 || left < edge.left - 1
      const isCutBelow = bottom > edge.bottom + 3 || top < edge.top - 3
      const scrolls = [style.overflowX, style.overflowY].some((value) => ['auto', 'scroll'].includes(value))
      if (!scrolls && !canScroll && edge.width > 1 && edge.height > 1) {
        const isShortened = style.textOverflow === 'ellipsis' && mayBeShort(parent)
        if (isCutAcross && !isShortened && (isOfProduct(text.data) || style.textOverflow !== 'ellipsis'))
          faults.add(`cut off: ${name(parent)}`)
        else if (isCutBelow && isOfProduct(text.data)) faults.add(`cut off below: ${name(parent)}`)
      }
      canScroll ||= scrolls
      left = Math.max(left, edge.left)
      right = Math.min(right, edge.right)
      top = Math.max(top, edge.top)
      bottom = Math.min(bottom, edge.bottom)
    }
    return { left, right, top, bottom }
  }

  /** Returns the layer of an element. Texts of different layers may be above each other, as a menu is above the page. */
  const layerOf = (element: Element): Element | null => {
    let layer: Element | null = element
    while (
      layer &&
      !layer.matches('[data-portal]') &&
      !['fixed', 'sticky'].includes(getComputedStyle(layer).position)
    )
      layer = layer.parentElement
    return layer
  }

  type Shown = {
    element: Element
    block: Element
    layer: Element | null
    left: number
    right: number
    top: number
    bottom: number
  }
  const shown: Shown[] = []
  const labels = 'button, th, label, legend, [role=tab], [role=menuitem], nav a, .status-badge'
  const checkText = (text: Text, parent: Element) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    if (text.data.trim() === '') return
    const block = blockOf(parent)
    const [words, place] = [range.getBoundingClientRect(), block.getBoundingClientRect()]
    if (words.width === 0) return
    if (
      getComputedStyle(block).overflowX === 'visible' &&
      (words.right > place.right + 1 || words.left < place.left - 1)
    )
      faults.add(`stands out: ${name(parent)}`)
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    if (lines > 2 && isOfProduct(text.data) && text.data.length < 60 && parent.closest(labels))
      faults.add(`${lines} lines: ${name(parent)}`)
    for (const rect of range.getClientRects()) {
      const { left, right, top, bottom } = clip(text, parent, rect)
      if (right - left < 3 || bottom - top < 5) continue
      const top1 = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      // A text that another element covers is not shown.
      if (top1 && (parent.contains(top1) || top1.contains(parent)))
        shown.push({ element: parent, block, layer: layerOf(parent), left, right, top, bottom })
    }
    // Addresses and longer words may be broken.
    for (const { 0: word, index } of text.data.matchAll(/(?<!\S)\p{L}{2,16}(?=[,.:;?]?(\s|$))/gu)) {
      if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) continue
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
        faults.add(`broken word “${word}”: ${name(parent)}`)
    }
  }

  /** Reports a value or placeholder of the product that is wider than its control. */
  const checkControl = (control: Element) => {
    const text =
      control instanceof HTMLSelectElement
        ? (control.selectedOptions[0]?.text ?? '')
        : control instanceof HTMLInputElement
          ? control.value || control.placeholder
          : ''
    if (!isOfProduct(text) || control.clientWidth <= 1) return
    const style = getComputedStyle(control)
    const copy = document.createElement('span')
    copy.textContent = text
    copy.style.cssText = 'position: absolute; visibility: hidden; white-space: pre'
    copy.style.font = style.font
    document.body.append(copy)
    const textPx = copy.getBoundingClientRect().width
    copy.remove()
    const paddingPx = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
    if (textPx > control.clientWidth - paddingPx + 1) faults.add(`cut off in its control: “${text}”`)
  }

  const walk = (element: Element, isClipped: boolean) => {
    const style = getComputedStyle(element)
    const isHidden = style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0'
    // The label of a button that shows a spinner is moved out of sight.
    if (isHidden || element.matches('.only-read, svg, canvas, [data-loading] *')) return
    if (element.matches('select, input')) checkControl(element)
    if (element.matches('select, textarea')) return
    const box = element.getBoundingClientRect()
    if (!isClipped && box.width > 0 && (box.right > width + 1 || box.left < -1))
      faults.add(`over the edge: ${name(element)}`)
    if (element.matches('table') && width > 768) {
      const place = element.parentElement!
      if (place.scrollWidth > place.clientWidth + 1)
        faults.add(`the table is ${place.scrollWidth} px wide, its place ${place.clientWidth} px`)
    }
    const clips = isClipped || (style.overflowX !== 'visible' && element !== document.body)
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) checkText(child as Text, element)
      else if (child.nodeType === Node.ELEMENT_NODE) walk(child as Element, clips)
    }
  }

  const scroller = document.scrollingElement!
  if (scroller.scrollWidth > width)
    faults.add(`the page is ${scroller.scrollWidth} px wide, its window ${width} px`)
  walk(document.body, false)
  for (const [index, one] of shown.entries())
    for (const other of shown.slice(index + 1)) {
      if (one.block === other.block || one.layer !== other.layer) continue
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      // Lines of texts one above the other share their leading.
      if (across > 2 && down > 5) faults.add(`overlap: ${name(one.element)} and ${name(other.element)}`)
    }
  return [...faults].slice(0, 8)
}
