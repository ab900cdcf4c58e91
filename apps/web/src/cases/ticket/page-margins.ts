/** What stands below every page: on the left one text, on the right where the page is among all. */
export type PageFoot = {
  readonly left: string
  /** A text with `{page}` and `{pages}`, which only the printer knows. */
  readonly right: string
}

const fontFamily = '"Inter Variable", system-ui, sans-serif'

/** A text as CSS writes it: quotes, backslashes and what is no printable character can't end it. */
export const cssText = (text: string): string =>
  `"${text.replaceAll(/["\\\p{Cc}<]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`

/**
 * The page rule of a print-out: margins that hold on A4 and Letter, and the lines below each page. The paper is the
 * printer's own.
 */
export function pageRule({ left, right }: PageFoot): string {
  const parts = right
    .split(/(\{pages?\})/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part === '{page}') return 'counter(page)'
      return part === '{pages}' ? 'counter(pages)' : cssText(part)
    })
  const line = `font: 8pt ${fontFamily}; vertical-align: top; padding-top: 3mm;`
  return (
    `@page { margin: 10mm 12mm 14mm; ` +
    `@bottom-left { content: ${cssText(left)}; ${line} } ` +
    `@bottom-right { content: ${parts.join(' ')}; ${line} } }`
  )
}
