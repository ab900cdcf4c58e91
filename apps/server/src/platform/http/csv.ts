/** Without it Excel reads the file in the system's legacy encoding. */
const byteOrderMark = '\uFEFF'
const lineEnd = '\r\n'
// Characters that a spreadsheet reads as the start of a formula, including the full-width forms in Chinese and Japanese.
const formulaStart = /^[=+\-@\t\r＝＋－＠]/u

/** A text as a cell that no spreadsheet evaluates (threat T46): a quote precedes anything that looks like a formula. */
export function toCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** A line of a CSV file; no cell of it is evaluated. */
export const toCsvLine = (cells: readonly string[]): string => cells.map(toCell).join(',') + lineEnd

/** The first line of a CSV file: the column names. */
export const toCsvHead = (names: readonly string[]): string => byteOrderMark + toCsvLine(names)
