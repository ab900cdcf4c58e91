/** Without a byte order mark, Excel reads the file in the system's legacy encoding. */
const byteOrderMark = '\uFEFF'
const lineEnd = '\r\n'
// Characters that a spreadsheet reads as the start of a formula, including the full-width forms in Chinese and Japanese.
const formulaStart = /^[=+\-@\t\r＝＋－＠]/u

/**
 * Formats a text as a CSV cell that no spreadsheet evaluates (threat T46). A single quote precedes a text that looks like a
 * formula.
 */
export function toCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return `"${safe.includes('"') ? safe.replaceAll('"', '""') : safe}"`
}

/** Formats a line of a CSV file. No spreadsheet evaluates its cells. */
export const toCsvLine = (cells: readonly string[]): string => cells.map(toCell).join(',') + lineEnd

/** Formats the first line of a CSV file: a byte order mark and the column names. */
export const toCsvHead = (names: readonly string[]): string => byteOrderMark + toCsvLine(names)
