/** A target for one figure, and whether it is met. */
export type Verdict = { what: string; wanted: string; measured: string; isMet: boolean }

/** One section of the measurements, for printing. */
export type Section = {
  title: string
  notes: readonly string[]
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  verdicts: readonly Verdict[]
}

/** The scale of a run: amount of data, number of rounds, seconds per round. */
export type Scale = { orders: number; rounds: number; seconds: number; uploadBytes: number }

/** The median; the mean of the middle two for an even count. */
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

/** A ratio as `0.83×`. */
export const showRatio = (value: number): string => `${value.toFixed(2)}×`

/** A target of at least `least` for a ratio. */
export function atLeast(what: string, value: number, least: number, format = showRatio): Verdict {
  return { what, wanted: `≥ ${format(least)}`, measured: format(value), isMet: value >= least }
}

/** A target of at most `most`; `format` adds the unit. */
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

/** A section as Markdown, which reads well on a terminal too. */
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
