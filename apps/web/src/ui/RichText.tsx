import { type RichTextTag, richTextLinkRel, richTextSchemes, richTextTags } from '@pontic/contract'
import { createElement, type ReactNode, useMemo } from 'react'
import css from './RichText.module.css'

const known: ReadonlySet<string> = new Set(richTextTags)
const silent: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg', 'math'])
const schemes: ReadonlySet<string> = new Set(richTextSchemes.map((scheme) => `${scheme}:`))

/**
 * Shows a rich text of an organization, which the server has sanitized. The component builds React elements of the tags that
 * the contract allows, and never inserts HTML (threat T36).
 */
export function RichText({ html }: { html: string }) {
  const content = useMemo(() => drawAll(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className={css.richText}>{content}</div>
}

const drawAll = (parent: Node): ReactNode[] =>
  [...parent.childNodes].map((child, at) => drawNode(child, String(at)))

function drawNode(node: Node, key: string): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const tag = node.tagName.toLowerCase()
  if (silent.has(tag)) return null
  if (!known.has(tag)) return drawAll(node)
  return drawElement(tag as RichTextTag, node, key)
}

function drawElement(tag: RichTextTag, element: Element, key: string): ReactNode {
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key })
  const href = element.getAttribute('href')
  const link = tag === 'a' && href !== null && isSafe(href) ? href : undefined
  if (tag === 'a' && link === undefined) return drawAll(element)
  const props = link === undefined ? {} : { href: link, target: '_blank', rel: richTextLinkRel }
  return createElement(tag, { key, ...props }, ...drawAll(element))
}

function isSafe(href: string): boolean {
  const url = URL.parse(href)
  return url !== null && schemes.has(url.protocol)
}
