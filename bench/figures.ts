/** A target for a figure, and whether the figure meets it. */
export type Verdict = { what: string; wanted: string; measured: string; isMet: boolean }

/** A section of the printed measurements. */
export type Section = {
  title: string
  notes: readonly string[]
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  verdicts: readonly Verdict[]
}

/** The scale of a run: number of orders, rounds, seconds per round, and bytes of an upload. */
export type Scale = { orders: number; rounds: number; seconds: number; uploadBytes: number }

/** Computes the median; for an even count the mean of the middle two. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

/** Formats a number for people: `12,345`, `83.4`, `0.72`. */
export function show(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Formats a ratio as `0.83×`. */
export const showRatio = (value: number): string => `${value.toFixed(2)}×`

/** Creates a verdict with the target that a figure, by default a ratio, is at least `least`. */
export function atLeast(what: string, value: number, least: number, format = showRatio): Verdict {
  return { what, wanted: `≥ ${format(least)}`, measured: format(value), isMet: value >= least }
}

/** Creates a verdict with the target that a figure is at most `most`. @param format adds the unit */
export function atMost(
  what: string,
  value: number,
  most: number,
  format: (value: number) => string,
): Verdict {
  return { what, wanted: `≤ ${format(most)}`, measured: format(value), isMet: value <= most }
}

const line = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** Formats a section as Markdown. */
export function toMarkdown(section: Section): string {
  const table = (columns: readonly string[], rows: readonly (readonly string[])[]) => [
    line(columns),
    line(columns.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(line),
  ]
  const verdicts = section.verdicts.map(({ what, wanted, measured, isMet }) => [
    what,
    wanted,
    measured,
    isMet ? 'met' : '**missed**',
  ])
  return [
    `## ${section.title}`,
    '',
    ...section.notes.map((note) => `- ${note}`),
    ...(section.rows.length > 0 ? ['', ...table(section.columns, section.rows)] : []),
    ...(verdicts.length > 0 ? ['', ...table(['wanted', 'at', 'measured', ''], verdicts)] : []),
    '',
  ].join('\n')
}
