import sax from 'sax'
import { decodeText } from './decode-text.ts'
import { DocumentRefusal, refuse } from './refusal.shared.ts'

/** An element of a document. Names have no namespace prefix. `text` does not include the text of its children. */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
}

/** Limits of an XML document (threat T41). Real orders are far below them. */
export const xmlLimits = {
  bytes: 16 * 1024 * 1024,
  depth: 64,
  elements: 200_000,
  attributes: 64,
  nameLength: 256,
} as const

// Characters that XML 1.0 forbids.
const forbidden = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/u

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

// The type declarations of `sax` lack `strictEntities`.
const options: sax.SAXOptions & { strictEntities: true } = { position: true, strictEntities: true }

type ParserState = { root: XmlElement | undefined; stack: XmlElement[]; count: number }

/**
 * Parses an XML document to a tree. Refuses a document type declaration, and accepts only the five predefined entities, so
 * that a document can't define entities of its own.
 * @throws DocumentRefusal too_large, encoding, xml_broken, xml_doctype, xml_too_deep, xml_too_many
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > xmlLimits.bytes) refuse('too_large')
  const text = decodeText(bytes, true)
  if (forbidden.test(text)) refuse('xml_broken', 'control character')
  const state: ParserState = { root: undefined, stack: [], count: 0 }
  const parser = sax.parser(true, options)
  attachHandlers(parser, state)
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof DocumentRefusal) throw error
    refuse('xml_broken', (error as Error).message.replaceAll(/\s+/g, ' '))
  }
  return state.root ?? refuse('xml_broken')
}

function attachHandlers(parser: sax.SAXParser, state: ParserState): void {
  parser.onerror = (error) => {
    throw error
  }
  parser.ondoctype = () => refuse('xml_doctype')
  parser.onsgmldeclaration = () => refuse('xml_doctype')
  parser.onopentag = (tag) => openElement(state, tag.name, tag.attributes as Record<string, string>)
  parser.onattribute = ({ name }) => {
    if (name.length > xmlLimits.nameLength) refuse('xml_too_many', 'name')
  }
  parser.onclosetag = () => {
    state.stack.pop()
  }
  const addText = (text: string) => {
    const last = state.stack.at(-1)
    if (last) last.text += text
  }
  parser.ontext = addText
  parser.oncdata = addText
}

function openElement(state: ParserState, name: string, attributes: Record<string, string>): void {
  state.count += 1
  if (state.count > xmlLimits.elements) refuse('xml_too_many', 'elements')
  if (state.stack.length >= xmlLimits.depth) refuse('xml_too_deep')
  const pairs = Object.entries(attributes)
  if (pairs.length > xmlLimits.attributes) refuse('xml_too_many', 'attributes')
  const element: XmlElement = {
    name: localName(name),
    attributes: Object.fromEntries(pairs.map(([key, value]) => [localName(key), value])),
    children: [],
    text: '',
  }
  state.stack.at(-1)?.children.push(element)
  state.root ??= element
  state.stack.push(element)
}

/** Finds the first child with one of these names. */
export const childOf = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  element?.children.find(({ name }) => names.includes(name))

/** Lists the children with a name. */
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** Returns the trimmed text of the first child with one of these names; empty if there is none. */
export const textOf = (element: XmlElement | undefined, ...names: string[]): string =>
  childOf(element, ...names)?.text.trim() ?? ''

/** Yields all descendants of an element, in document order. */
export function* descendantsOf(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    yield child
    yield* descendantsOf(child)
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for an element or an attribute. Removes characters that XML forbids. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(new RegExp(forbidden, 'gu'), '')
    .replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter)
