/** The footer of every printed page: a text at the left, and the page number at the right. */
type PageFoot = {
  readonly left: string
  /** A text with `{page}` and `{pages}`, which the browser fills in when it prints. */
  readonly right: string
}

const fontFamily = '"Inter Variable", system-ui, sans-serif'

/** Serializes a text as a CSS string, in which quotes, backslashes, `<` and control characters are escaped. */
export const cssText = (text: string): string =>
  `"${text.replaceAll(/["\\\p{Cc}<]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`

/**
 * Returns the `@page` rule of a print-out, with margins that fit A4 and Letter, and the footer. It leaves the paper size to the
 * printer.
 * @param name of the pages that the rule is for, by default all
 */
export function pageRule({ left, right }: PageFoot, name = ''): string {
  const parts = right
    .split(/(\{pages?\})/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part === '{page}') return 'counter(page)'
      return part === '{pages}' ? 'counter(pages)' : cssText(part)
    })
  const line = `font: 8pt ${fontFamily}; vertical-align: top; padding-top: 3mm;`
  return (
    `@page ${name}${name && ' '}{ margin: 10mm 12mm 14mm; ` +
    `@bottom-left { content: ${cssText(left)}; ${line} } ` +
    `@bottom-right { content: ${parts.join(' ') || '""'}; ${line} } }`
  )
}
