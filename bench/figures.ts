/** What one figure was wanted to be, and whether it is. */
export type Verdict = { what: string; wanted: string; measured: string; isMet: boolean }

/** One part of the measurements, as it is printed. */
export type Section = {
  title: string
  notes: readonly string[]
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  verdicts: readonly Verdict[]
}

/** What a run is told: how much data, how many rounds, how long each. */
export type Scale = { orders: number; rounds: number; seconds: number; uploadBytes: number }

/** The middle of some numbers, or of the two in the middle. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

/** A number as people read it: `12,345`, `83.4`, `0.72`. */
export function show(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A ratio as `0.83×`. */
export const showRatio = (value: number): string => `${value.toFixed(2)}×`

/** A wanted ratio of at least `least`. */
export function atLeast(what: string, value: number, least: number, format = showRatio): Verdict {
  return { what, wanted: `≥ ${format(least)}`, measured: format(value), isMet: value >= least }
}

/** A wanted figure of at most `most`; `format` tells its unit. */
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
