/** Excel takes a file without it for one in the system's old encoding. */
const byteOrderMark = '\uFEFF'
const lineEnd = '\r\n'
// What a spreadsheet reads as the start of a formula; the wide signs in Chinese and Japanese ones.
const formulaStart = /^[=+\-@\t\r＝＋－＠]/u

/** A text as a cell that no spreadsheet computes (threat T46): a quote before what looks like a formula. */
export function toCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** A line of a CSV file; no cell of it is computed. */
export const toCsvLine = (cells: readonly string[]): string => cells.map(toCell).join(',') + lineEnd

/** The first line of a CSV file: the names of its columns. */
export const toCsvHead = (names: readonly string[]): string => byteOrderMark + toCsvLine(names)
