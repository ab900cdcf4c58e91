import { paragraph } from './fields.ts'
import { limits } from './limits.ts'

/**
 * Everything that a rich text may hold (requirements 3.organization.about and 3.organization.terms): the one list that the server cleans
 * by, on write and on read, and that the pages draw by (threat T36). Only links have an attribute, `href`.
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

/** Where links of a rich text may lead. */
export const richTextSchemes = ['http', 'https', 'mailto', 'tel'] as const

/** What a link of a rich text carries beside its address. */
export const richTextLinkRel = 'noopener noreferrer nofollow'

/** A rich text as it is sent: HTML, of which the server keeps what is in {@link richTextTags}. */
export const RichText = paragraph(0, limits.richTextLengthMax)
