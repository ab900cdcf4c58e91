import { paragraph } from './fields.ts'
import { limits } from './limits.ts'

/**
 * The tags of a rich text (requirements 3.organization.about and 3.organization.terms): the server sanitizes by this list on
 * write and on read, and pages render by it (threat T36). Only links have an attribute, `href`.
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

/** A rich text as it is sent: HTML, which the server sanitizes to {@link richTextTags}. */
export const RichText = paragraph(0, limits.richTextLengthMax)
