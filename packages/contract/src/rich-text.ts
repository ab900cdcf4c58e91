import { paragraph } from './fields.ts'
import { limits } from './limits.ts'

/**
 * Tags of a rich text (requirements 3.organization.about and 3.organization.terms). The server removes all other tags on write
 * and on read, and pages render only these (threat T36). The only attribute is `href` of links.
 */
export const richTextTags = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'a',
] as const
export type RichTextTag = (typeof richTextTags)[number]

/** Allowed URL schemes of links in a rich text. */
export const richTextSchemes = ['http', 'https', 'mailto', 'tel'] as const

/** The `rel` attribute of links in a rich text. */
export const richTextLinkRel = 'noopener noreferrer nofollow'

/** A rich text as clients send it: HTML, from which the server removes all tags except {@link richTextTags}. */
export const RichText = paragraph(0, limits.richTextLengthMax)
