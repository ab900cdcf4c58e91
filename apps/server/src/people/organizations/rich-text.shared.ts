import { createRequire } from 'node:module'
import { richTextLinkRel, richTextSchemes, richTextTags } from '@pontic/contract'
import type sanitizeHtml from 'sanitize-html'

// Replacements for tags of other editors, so that pasted texts keep emphasis and headings.
const synonyms: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  h1: 'h3',
  h2: 'h3',
  h5: 'h4',
  h6: 'h4',
  div: 'p',
}

const optionsOf = ({ simpleTransform }: typeof sanitizeHtml): sanitizeHtml.IOptions => ({
  allowedTags: [...richTextTags],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: [...richTextSchemes],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  nestingLimit: 20,
  transformTags: {
    ...Object.fromEntries(
      Object.entries(synonyms).map(([from, to]) => [from, simpleTransform(to, {}, false)]),
    ),
    a: (tagName, { href }) => ({
      tagName,
      attribs: href === undefined ? {} : { href, rel: richTextLinkRel },
    }),
  },
  // A link without an allowed address becomes text.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !attribs.href ? 'excludeTag' : false),
})

const emptyHtml = /^(?:<(?:p|br|h3|h4|ul|ol|li|blockquote)\b[^>]*>|<\/\w+>|\s|&nbsp;|\u00a0)*$/u

let clean: ((html: string) => string) | undefined

// Loaded at its first use, because a node reads a hundred files for it.
function loadCleaner(): (html: string) => string {
  const sanitize = createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml
  const options = optionsOf(sanitize)
  return (html) => sanitize(html, options).trim()
}

/**
 * Sanitizes a rich text to the tags of the contract (`richTextTags`, threat T36). Scripts and styles are removed with
 * their content. Other tags are replaced by their text. Sanitizing the result again does not change it.
 * @returns HTML; empty if no text is left
 */
export function cleanRichText(html: string): string {
  clean ??= loadCleaner()
  const text = clean(html)
  return emptyHtml.test(text) ? '' : text
}
